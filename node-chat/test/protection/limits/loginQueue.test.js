import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoginQueue } from '../../../src/protection/limits/loginQueue.js';
import { contract } from '../../../src/contract.js';

const { loginsWaitingMax, loginsWaitingPerAddress, loginWaitSeconds } = contract.limits;

test('so many wait, the next is told when to come back, and a place that is left is free', async () => {
  const queue = new LoginQueue(2, { shares: false });
  const release = [];
  const enter = () => queue.enter('10.0.0.1', () => new Promise((resolve) => release.push(resolve)));
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
  const queue = new LoginQueue(1, { shares: false });
  for (let i = 0; i < 2 * loginsWaitingMax; i++)
    await assert.rejects(
      queue.enter('10.0.0.1', () => Promise.reject(new Error('wrong'))),
      /wrong/,
    );
  assert.equal(await queue.enter('10.0.0.1', async () => 'in'), 'in');
});

test('an address has its share of the places, others have the rest', async () => {
  const queue = new LoginQueue(1, { shares: true });
  const release = [];
  const enter = (address) => queue.enter(address, () => new Promise((resolve) => release.push(resolve)));
  const all = Array.from({ length: loginsWaitingPerAddress }, () => enter('10.0.0.1'));
  await assert.rejects(enter('10.0.0.1'), (error) => error.code === 'too_many_logins' && error.retryAfter >= 1);
  for (let i = loginsWaitingPerAddress; i < loginsWaitingMax + 1; i++) all.push(enter('10.0.0.2'));
  await assert.rejects(enter('10.0.0.3'), { code: 'too_many_logins' });
  release[0]('in');
  await all[0];
  all.push(enter('10.0.0.1'));
  for (const done of release) done('in');
  await Promise.all(all);
});

test('addresses take turns: one login waits for no more than one of an address that brings many', async () => {
  const queue = new LoginQueue(1, { shares: true });
  const hashed = [];
  const enter = (address) =>
    queue.enter(address, (inTurn) =>
      inTurn(async () => {
        hashed.push(address);
        await new Promise(setImmediate);
      }),
    );
  const many = Array.from({ length: loginsWaitingPerAddress }, () => enter('10.0.0.1'));
  await enter('10.0.0.2');
  assert.deepEqual(hashed.slice(0, 3), ['10.0.0.1', '10.0.0.1', '10.0.0.2']);
  await Promise.all(many);
});

test('a login whose turn comes too late is told to come again, and costs no hash', async () => {
  let now = 0;
  const queue = new LoginQueue(1, { shares: false, now: () => now });
  let end;
  const first = queue.enter('10.0.0.1', (inTurn) => inTurn(() => new Promise((resolve) => (end = resolve))));
  const hash = () => assert.fail('it was hashed');
  const late = queue.enter('10.0.0.1', (inTurn) => inTurn(hash));
  now = loginWaitSeconds * 1000 + 1;
  end('in');
  assert.equal(await first, 'in', 'what has begun goes on');
  await assert.rejects(late, (error) => error.code === 'too_many_logins' && error.retryAfter >= 1);
});
