import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearch, excerpt } from '../chat/search.js';
import { message } from './messages.js';

const settle = () => new Promise((next) => setImmediate(next));

function build(t, answer) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = [];
  const messages = async ({ text, before }) => {
    asked.push([text, before]);
    return answer(text, before);
  };
  const search = createSearch({ messages }, () => {});
  const pass = async (ms) => {
    t.mock.timers.tick(ms);
    await settle();
  };
  return { search, asked, pass, ids: () => search.state.found.map(({ id }) => id) };
}

test('results come from the newest to the oldest; older ones come on request', async (t) => {
  const { search, asked, ids, pass } = build(t, (_, before) =>
    before
      ? { messages: [message(1), message(2)], more: false, searchedTo: 1 }
      : { messages: [message(7), message(8)], more: true, searchedTo: 5 },
  );
  search.submitted('word');
  await pass(0);
  assert.deepEqual([ids(), search.state.more, search.state.searching], [[8, 7], true, false]);
  await search.further();
  await search.further();
  assert.deepEqual([ids(), search.state.more], [[8, 7, 2, 1], false]);
  assert.deepEqual(asked, [
    ['word', undefined],
    ['word', 5],
  ]);
});

test('typing on searches only for the last text', async (t) => {
  const { search, asked, pass } = build(t, () => ({ messages: [], more: false, searchedTo: 1 }));
  for (const text of ['w', 'wo', 'wor', 'wor ']) {
    search.typed(text);
    await pass(299);
  }
  await pass(1);
  assert.deepEqual(asked, [['wor', undefined]]);
});

test('an answer that comes too late is not shown', async (t) => {
  let late = () => {};
  const { search, ids, pass } = build(t, (text) =>
    text === 'old'
      ? new Promise((resolve) => (late = resolve))
      : { messages: [message(2)], more: false, searchedTo: 1 },
  );
  search.submitted('old');
  await pass(0);
  search.submitted('new');
  await pass(0);
  late({ messages: [message(1)], more: false, searchedTo: 1 });
  await settle();
  assert.deepEqual(ids(), [2]);
});

test('a result begins shortly before the first word found, and marks the words of the query', () => {
  const shown = (text, query) =>
    excerpt(text, query)
      .map((piece, i) => (i % 2 ? `[${piece}]` : piece))
      .join('');
  assert.equal(shown('The green house', 'HOUS gre'), 'The [gre]en [hous]e');
  assert.equal(shown(`${'far '.repeat(30)}away`, 'away'), `…${'far '.repeat(10)}[away]`);
  assert.equal(shown(`${'-'.repeat(100)}away`, 'away'), `…${'-'.repeat(40)}[away]`);
  assert.equal(shown('there: hello', 'he hello'), 'there: [hello]');
  assert.equal(shown('Élan', 'elan'), 'Élan');
  assert.equal(shown('<b>house</b>', 'b'), '<[b]>house</[b]>');
});
