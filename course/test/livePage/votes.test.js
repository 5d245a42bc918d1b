import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countVotes } from '../../livePage/votes.js';

const SINCE = Date.parse('2026-01-31T12:00:00.000Z');
/** @param {string} id of its user @param {string | undefined} text @param {number} [seconds] after the question */
const message = (id, text, seconds = 1) => ({
  ...{ user: { id }, text },
  at: new Date(SINCE + seconds * 1000).toISOString(),
});

test('the newest vote of each user counts, and no other message', () => {
  const messages = [
    ...[message('1', 'A'), message('2', 'b'), message('3', ' C\n'), message('4', 'A')],
    // Users change their minds, explain, delete, and write texts that only contain a letter.
    ...[message('1', 'B'), message('2', 'because'), message('3', undefined), message('4', 'A B'), message('5', 'D')],
  ];
  assert.deepEqual(countVotes(messages, SINCE), [1, 2, 1]);
});

test('a new question starts without votes', () => {
  const messages = [message('1', 'A', -1), message('2', 'A', -1), message('2', 'C', 1)];
  assert.deepEqual(countVotes(messages, SINCE), [0, 0, 1]);
  assert.deepEqual(countVotes([], SINCE), [0, 0, 0]);
});
