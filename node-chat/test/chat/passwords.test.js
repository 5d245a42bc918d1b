import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { test } from 'node:test';
import { createPasswords } from '../../src/chat/passwords.js';

test('a password is known by its hash, and another is not', async (t) => {
  const passwords = createPasswords(4);
  t.after(() => passwords.close());
  const hash = await passwords.hash('open sesame');
  assert.match(hash, /^\$2[aby]\$04\$/);
  assert.equal(await passwords.verify('open sesame', hash), true);
  assert.equal(await passwords.verify('open', hash), false);
});

test("hashing takes none of libuv's threads, which files are written by", async (t) => {
  const passwords = createPasswords(10);
  t.after(() => passwords.close());
  const hashes = Array.from({ length: 8 }, () => passwords.hash('x').then(() => 'a hash'));
  const file = new Promise((resolve) => pbkdf2('x', 'y', 1, 8, 'sha1', () => resolve('a task of libuv')));
  assert.equal(await Promise.race([...hashes, file]), 'a task of libuv');
  await Promise.all(hashes);
});
