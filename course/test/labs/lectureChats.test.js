import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lectureChats } from '../../src/lectureChats.js';

test('of an instance that is named no lab measures the chats of another in its place', async () => {
  const { signal } = new AbortController();
  await assert.rejects(lectureChats({ instance: 'nobody-has-it' }, signal), /nobody-has-it has no node/);
  const elsewhere = { node: 'http://127.0.0.1:9', laravel: 'http://127.0.0.1:9' };
  await assert.rejects(lectureChats({ instance: 'nobody-has-it', ...elsewhere }, signal), /nobody-has-it has no loop/);
  const none = { ...elsewhere, loop: 'http://127.0.0.1:9' };
  await assert.rejects(lectureChats({ instance: 'nobody-has-it', ...none }, signal), /127\.0\.0\.1:9 has no lab calls/);
});
