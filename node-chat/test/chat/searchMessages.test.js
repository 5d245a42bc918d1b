import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimited } from '../../src/chat/limits.js';
import { createSearchMessages } from '../../src/chat/searchMessages.js';
import { contract } from '../../src/contract.js';

const { searchedMessagesMax } = contract.limits;

/** @param {string[]} texts the message n is texts[n - 1] */
function build(texts) {
  const all = texts.map((text, i) => ({
    id: i + 1,
    user: { id: 'a', name: 'ann' },
    text,
    at: 'then',
    clientId: `${i}`,
  }));
  const messages = {
    lastId: all.length,
    before: async (/** @type {number} */ id, /** @type {number} */ limit) => {
      const end = Math.max(0, Math.min(id - 1, all.length));
      const first = Math.max(0, end - limit);
      return { messages: all.slice(first, end), more: first > 0 };
    },
  };
  const searchMessages = createSearchMessages({ messages, allowance: unlimited.searches });
  return (text, more = {}) => searchMessages('u', { text, limit: 50, ...more });
}

const ids = ({ messages }) => messages.map(({ id }) => id);
const lines = (count, text = 'nothing here') => Array.from({ length: count }, () => text);

test('a search finds the messages of several reads', async () => {
  const search = build(['Needle one', ...lines(1200), 'two needles', 'haystack', 'a needle']);
  const found = await search('NEEDLE');
  assert.deepEqual([ids(found), found.more, found.searchedTo], [[1, 1202, 1204], false, 1]);
});

test('a search reads a limited number of messages and reports where it stopped', async () => {
  const search = build(['word', ...lines(searchedMessagesMax + 5)]);
  const first = await search('word');
  assert.deepEqual([ids(first), first.more, first.searchedTo], [[], true, 7]);
  assert.deepEqual(ids(await search('word', { before: first.searchedTo })), [1]);
});

test('a search gives the loop back, and another waits for its end', async () => {
  const search = build(lines(searchedMessagesMax, 'ä'.repeat(50)));
  let turns = 0;
  const counting = setInterval(() => turns++);
  const ends = [];
  await Promise.all(['x', 'y'].map((word) => search(word).then(() => ends.push(word))));
  clearInterval(counting);
  assert.deepEqual(ends, ['x', 'y']);
  assert.ok(turns > 0, 'no timer ran during a search');
});
