import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnread } from '../chat/unread.js';

test('messages that come out of sight count as unread until the user looks', () => {
  const calls = [];
  const unread = createUnread((count) => calls.push(count));
  unread.add(1, 10);
  assert.equal(unread.first, 0);
  unread.look(false);
  unread.add(2, 11);
  unread.add(1, 13);
  unread.look(true);
  unread.add(5, 14);
  assert.deepEqual(calls, [2, 3, 0]);
  assert.equal(unread.first, 11, 'a returning user still sees where new messages begin');
  unread.look(false);
  unread.add(1, 19);
  assert.equal(unread.first, 19);
  unread.answered();
  assert.equal(unread.first, 0);
});
