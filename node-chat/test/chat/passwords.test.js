import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { test } from 'node:test';
import { createPasswords } from '../../src/chat/passwords.js';
import { contract } from '../../src/contract.js';

test("hashing leaves one of libuv's threads to files", async () => {
  const passwords = createPasswords(10);
  const hashes = Array.from({ length: 8 }, () => passwords.hash('x').then(() => 'a hash'));
  const file = new Promise((resolve) => pbkdf2('x', 'y', 1, 8, 'sha1', () => resolve('a task of libuv')));
  assert.equal(await Promise.race([...hashes, file]), 'a task of libuv');
  await Promise.all(hashes);
});

test('with a full queue one more is refused at once, with the time to try again', async () => {
  const passwords = createPasswords(4);
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash('x')));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 100 - contract.limits.loginsWaitingMax, `${refused.length}`);
  for (const { reason } of refused) assert.deepEqual([reason.code, reason.retryAfter], ['too_many_logins', 2]);
});
