import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../../src/ChatError.js';
import { FailedLogins } from '../../../src/protection/limits/failedLogins.js';

const wrong = async () => {
  throw new ChatError('wrong_password');
};
const right = async () => 'in';

function build(t) {
  const clock = { now: 0 };
  const logins = new FailedLogins(() => clock.now);
  t.after(() => logins.close());
  return { logins, clock };
}

async function fail(logins, times, address = 'a', login = 'ann') {
  for (let i = 0; i < times; i++) await assert.rejects(logins.guard(address, login, wrong), { code: 'wrong_password' });
}

test('after five wrong passwords the right one is refused too, and told when to come back', async (t) => {
  const { logins, clock } = build(t);
  await fail(logins, 5);
  clock.now += 20_000;
  await assert.rejects(logins.guard('a', 'ann', right), { code: 'too_many_attempts', retryAfter: 40 });
});

test('a minute later it is let in', async (t) => {
  const { logins, clock } = build(t);
  await fail(logins, 5);
  clock.now += 60_001;
  assert.equal(await logins.guard('a', 'ann', right), 'in');
});

test('other logins and other addresses are untouched', async (t) => {
  const { logins } = build(t);
  await fail(logins, 5);
  assert.equal(await logins.guard('a', 'bob', right), 'in');
  assert.equal(await logins.guard('b', 'ann', right), 'in');
});

test('only wrong passwords count', async (t) => {
  const { logins } = build(t);
  for (let i = 0; i < 9; i++) await logins.guard('a', 'ann', right);
  for (let i = 0; i < 9; i++) {
    await assert.rejects(logins.guard('a', 'ann', () => Promise.reject(new ChatError('store_unavailable'))));
  }
  assert.equal(await logins.guard('a', 'ann', right), 'in');
});

test('after 300 wrong passwords for whatever logins an address waits, and others do not', async (t) => {
  const { logins, clock } = build(t);
  for (let i = 0; i < 300; i++) await fail(logins, 1, 'a', `login ${i}`);
  clock.now += 15_000;
  await assert.rejects(logins.guard('a', 'ann', right), { code: 'too_many_attempts', retryAfter: 45 });
  assert.equal(await logins.guard('b', 'ann', right), 'in');
  clock.now += 45_001;
  assert.equal(await logins.guard('a', 'ann', right), 'in');
});

test('of a thousand guesses at once for as many logins 300 are looked at', async (t) => {
  const { logins } = build(t);
  let looked = 0;
  const slowly = () => new Promise((resolve) => setImmediate(resolve)).then(() => (looked++, wrong()));
  await Promise.all(Array.from({ length: 1000 }, (_, i) => logins.guard('a', `login ${i}`, slowly).catch(() => {})));
  assert.equal(looked, 300);
});

test('of a hundred guesses at once five are looked at', async (t) => {
  const { logins } = build(t);
  const codes = await Promise.all(
    Array.from({ length: 100 }, () => logins.guard('a', 'ann', wrong).catch((error) => error.code)),
  );
  assert.equal(codes.filter((code) => code === 'wrong_password').length, 5);
});
