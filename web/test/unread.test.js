import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnread } from '../chat/unread.js';

test('messages count as unread only while nobody looks, until somebody does', () => {
  /** @type {number[]} */
  const told = [];
  const unread = createUnread((count) => told.push(count));
  unread.add(1, 10);
  assert.equal(unread.first, 0);
  unread.look(false);
  unread.add(2, 11);
  unread.add(1, 13);
  unread.look(true);
  unread.add(5, 14);
  assert.deepEqual(told, [2, 3, 0]);
  assert.equal(unread.first, 11, 'where the news began is still known to who came back');
  unread.look(false);
  unread.add(1, 19);
  assert.equal(unread.first, 19);
  unread.answered();
  assert.equal(unread.first, 0);
});
