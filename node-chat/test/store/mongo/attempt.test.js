import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAttempt, unlessTaken } from '../../../src/store/mongo/attempt.js';

test('the driver counts as stuck when no call was answered for 10 s; a taken key is an answer too', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  let stuck = 0;
  const attempt = createAttempt(() => stuck++);
  const away = { code: 'store_unavailable' };
  const fail = (ms) => {
    clock = ms;
    return assert.rejects(
      attempt(() => Promise.reject(new Error('no server'))),
      away,
    );
  };
  await fail(0);
  await fail(9999);
  assert.equal(await attempt(async () => 'an answer'), 'an answer');
  await fail(10_000);
  await fail(19_999);
  const taken = Object.assign(new Error(), { code: 11000 });
  assert.equal(await unlessTaken(attempt(() => Promise.reject(taken))), null);
  await fail(20_000);
  await fail(29_999);
  assert.equal(stuck, 0);
  for (const ms of [30_000, 39_999, 49_999]) await fail(ms);
  assert.equal(stuck, 2);
});

test('a call without an answer is aborted at its deadline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let signal;
  const asked = createAttempt(() => {})((deadline) => new Promise(() => ({ signal } = deadline)));
  t.mock.timers.tick(3999);
  assert.equal(signal.aborted, false);
  t.mock.timers.tick(1);
  await assert.rejects(asked, { code: 'store_unavailable' });
  assert.equal(signal.aborted, true);
});
