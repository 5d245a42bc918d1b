import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { FailedLogins } from '../../src/protection/limits/failedLogins.js';
import { MessageAllowances } from '../../src/protection/limits/allowances.js';
import { Presence } from '../../src/chat/presence.js';
import { createWindow } from '../../src/chat/window.js';
import { until } from '../startChat.js';

const HOUR_MS = 3_600_000;

// Only sessions go by the clock on the wall, which somebody may set while the server runs.
function wallClock(t, apis = []) {
  t.mock.timers.enable({ apis: ['Date', ...apis], now: 100 * HOUR_MS });
  return { step: (ms) => t.mock.timers.setTime(Date.now() + ms), pass: (ms) => t.mock.timers.tick(ms) };
}

test('a clock set forward gives nobody a new allowance, and set back it takes none away', (t) => {
  const clock = wallClock(t);
  const allowances = new MessageAllowances();
  t.after(() => allowances.close());
  const takeAll = (user) => {
    let taken = 0;
    try {
      for (; taken < 1000; taken++) allowances.take(`post:${user}`);
    } catch {
      return taken;
    }
  };
  assert.ok(takeAll('ann') < 1000);
  clock.step(HOUR_MS);
  assert.ok(takeAll('ann') < 5);
  allowances.take('post:bob');
  clock.step(-HOUR_MS);
  allowances.take('post:bob');
});

test('a clock set forward does not forget failed logins', async (t) => {
  const clock = wallClock(t);
  const logins = new FailedLogins();
  t.after(() => logins.close());
  const attempt = () =>
    logins.guard('::1', 'ann', async () => {
      throw new ChatError('wrong_password');
    });
  for (let i = 0; i < 5; i++) await assert.rejects(attempt, { code: 'wrong_password' });
  clock.step(HOUR_MS);
  await assert.rejects(attempt, { code: 'too_many_attempts' });
});

test(
  'a clock set back keeps no message from going out, and set forward it lets none be given up',
  { timeout: 10_000 },
  async (t) => {
    const clock = wallClock(t, ['setInterval']);
    const delivered = [];
    const answers = [];
    let held = Promise.resolve();
    const window = createWindow({
      insert: async (drafts) => (await held, { answers: drafts, stored: drafts }),
      deliver: (messages) => delivered.push(...messages),
      maxMs: 25,
      maxMessages: 1000,
      maxBytes: 262_144,
      pendingMax: 20_000,
      deadlineMs: 4500,
    });
    window.push('one', 1, () => {});
    await until(() => delivered.length === 1);
    clock.step(-HOUR_MS);
    window.push('two', 1, () => {});
    await until(() => delivered.length === 2);
    let release;
    held = new Promise((resolve) => (release = resolve));
    window.push('three', 1, (error) => answers.push(error));
    clock.step(HOUR_MS);
    clock.pass(500);
    release();
    await until(() => delivered.length === 3);
    assert.deepEqual(answers, [null]);
    await window.close();
  },
);

test('a clock that steps ends no grace', (t) => {
  const clock = wallClock(t);
  const presence = new Presence(() => {});
  t.after(() => presence.close());
  presence.join({ id: 'u1', name: 'ann' });
  presence.leave({ id: 'u1', name: 'ann' });
  for (const step of [HOUR_MS, -2 * HOUR_MS]) {
    clock.step(step);
    assert.equal(presence.count, 1);
  }
});
