import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lectureChats } from '../src/lectureChats.js';

test('a lab measures only the chats of the named instance', async () => {
  const none = lectureChats('nobody-has-it');
  await assert.rejects(none, /nobody-has-it has no node.*infra\/up --lecture --detach --instance nobody-has-it/);
});
