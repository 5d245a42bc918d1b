import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearch } from '../chat/search.js';

const message = (/** @type {number} */ id) => ({
  id,
  user: { id: 'a', name: 'ann' },
  text: `word ${id}`,
  at: '',
  clientId: '',
});

/** @param {(text: string, limit: number, before?: number) => any} answer */
function build(answer) {
  /** @type {[string, number | undefined][]} */
  const asked = [];
  /** @type {number[]} */
  const waits = [];
  const search = createSearch({
    api: {
      search: async (text, limit, before) => {
        asked.push([text, before]);
        return answer(text, limit, before);
      },
    },
    changed: () => {},
    pause: (ms, signal) => {
      waits.push(ms);
      return new Promise((resolve) => setImmediate(() => !signal.aborted && resolve()));
    },
  });
  return { search, asked, waits, ids: () => search.state.found.map(({ id }) => id) };
}

test('what is found comes from the newest to the oldest, over several stretches of the history', async () => {
  const { search, asked, ids } = build((_, __, before) =>
    before
      ? { messages: [message(1), message(2)], more: false, searchedTo: 1 }
      : { messages: [message(8)], more: true, searchedTo: 5 },
  );
  await search.submitted('word');
  assert.deepEqual(ids(), [8, 2, 1]);
  assert.deepEqual(asked, [
    ['word', undefined],
    ['word', 5],
  ]);
  assert.deepEqual([search.state.searching, search.state.more], [false, false]);
});

test('a search stops after some stretches, and goes on when it is told to', async () => {
  let left = 12;
  const { search, asked, ids } = build(() => ({ messages: [], more: --left > 0, searchedTo: left }));
  await search.submitted('word');
  assert.deepEqual([asked.length, search.state.more, ids()], [5, true, []]);
  await search.further();
  await search.further();
  assert.deepEqual([asked.length, search.state.more], [12, false]);
  await search.further();
  assert.equal(asked.length, 12);
});

test('who types on searches for what they typed last alone', async () => {
  const { search, asked } = build(() => ({ messages: [message(1)], more: false, searchedTo: 1 }));
  search.typed('w');
  search.typed('wo');
  await search.typed('wor');
  search.typed('wor ');
  assert.deepEqual(asked, [['wor', undefined]]);
});

test('an answer that comes too late is not shown', async () => {
  /** @type {(answer: any) => void} */
  let late = () => {};
  const { search, asked, ids } = build((text) =>
    text === 'old'
      ? new Promise((resolve) => (late = resolve))
      : { messages: [message(2)], more: false, searchedTo: 1 },
  );
  const first = search.submitted('old');
  while (asked.length === 0) await new Promise(setImmediate);
  await search.submitted('new');
  late({ messages: [message(1)], more: false, searchedTo: 1 });
  await first;
  assert.deepEqual(ids(), [2]);
});

test('who is told to wait waits and asks again; another error is told', async () => {
  let tries = 0;
  const { search, waits } = build(() => {
    if (tries++ === 0) throw Object.assign(new Error('wait'), { code: 'too_many_searches', retryAfter: 3 });
    throw Object.assign(new Error('no words'), { code: 'search_invalid' });
  });
  await search.submitted('...');
  assert.deepEqual(waits, [0, 3000]);
  assert.deepEqual([search.state.error, search.state.searching], ['no words', false]);
});

test('nothing is searched for where nothing is written', async () => {
  const { search, asked } = build(() => assert.fail());
  await search.typed(' ');
  await search.submitted('');
  search.clear();
  assert.deepEqual(asked, []);
});
