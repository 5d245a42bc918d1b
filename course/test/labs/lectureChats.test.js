import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lectureChats } from '../../src/lectureChats.js';

test('no lab measures the chats of another instance than the one that is named', async () => {
  const none = lectureChats('nobody-has-it', new AbortController().signal);
  await assert.rejects(none, /nobody-has-it has no node.*infra\/up --lecture --detach --instance nobody-has-it/);
});
