import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoginQueue } from '../../src/chat/loginQueue.js';
import { contract } from '../../src/contract.js';

const { loginsWaitingMax } = contract.limits;

test('so many wait, the next is told when to come back, and a place that is left is free', async () => {
  const queue = new LoginQueue(2);
  const release = [];
  const enter = () => queue.enter(() => new Promise((resolve) => release.push(resolve)));
  const all = Array.from({ length: loginsWaitingMax + 2 }, enter);
  await assert.rejects(enter(), (error) => error.code === 'too_many_logins' && error.retryAfter >= 1);
  release[0]('in');
  assert.equal(await all[0], 'in');
  all.push(enter());
  await assert.rejects(enter(), { code: 'too_many_logins' });
  for (const done of release) done('in');
  assert.ok((await Promise.all(all)).every((answer) => answer === 'in'));
});

test('a login that fails leaves its place', async () => {
  const queue = new LoginQueue(1);
  for (let i = 0; i < 2 * loginsWaitingMax; i++)
    await assert.rejects(
      queue.enter(() => Promise.reject(new Error('wrong'))),
      /wrong/,
    );
  assert.equal(await queue.enter(async () => 'in'), 'in');
});
