import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { createFailedLogins } from '../../src/chat/limits.js';
import { contract } from '../../src/contract.js';

const { failedLoginsMax, failedLoginsPerAddressMax } = contract.limits;

const wrong = () => Promise.reject(new ChatError('wrong_password'));
const right = async () => 'in';
/** @param {(attempt: () => Promise<unknown>) => Promise<unknown>} guard @param {number} times */
async function fail(guard, times) {
  for (let i = 0; i < times; i++) await assert.rejects(guard(wrong), { code: 'wrong_password' });
}

test('the right password, a refusal and another error do not count', async () => {
  const { guard } = createFailedLogins();
  const away = () => Promise.reject(new ChatError('store_unavailable'));
  for (let i = 0; i < 20; i++) {
    assert.equal(await guard('::1', 'ann', right), 'in');
    await assert.rejects(guard('::1', 'ann', away), { code: 'store_unavailable' });
  }
  await Promise.allSettled(Array.from({ length: 20 }, () => guard('::1', 'ann', right)));
  await fail((attempt) => guard('::1', 'ann', attempt), failedLoginsMax);
});

test('an address that failed for many logins is refused for all', async () => {
  const { guard } = createFailedLogins();
  let login = 0;
  await fail((attempt) => guard('::1', `u${login++}`, attempt), failedLoginsPerAddressMax);
  await assert.rejects(guard('::1', 'another', right), { code: 'too_many_attempts' });
  assert.equal(await guard('::2', 'another', right), 'in');
});

test('a limiter that fails refuses nobody for too many attempts', async () => {
  const broken = new Error('it cannot count');
  const create = () => ({ consume: () => Promise.reject(broken), get: async () => null });
  await assert.rejects(createFailedLogins(create).guard('::1', 'ann', right), broken);
});
