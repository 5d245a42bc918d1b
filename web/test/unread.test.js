import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnread } from '../chat/unread.js';

test('messages count as unread only while nobody looks, until somebody does', () => {
  /** @type {number[]} */
  const told = [];
  const unread = createUnread((count) => told.push(count));
  unread.add(1);
  unread.look(false);
  unread.add(2);
  unread.add(1);
  unread.look(true);
  unread.add(5);
  assert.deepEqual(told, [2, 3, 0]);
});
