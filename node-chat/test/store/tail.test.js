import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { fillMemory } from '../../src/store/fillMemory.js';
import { MessageChanges } from '../../src/store/messageChanges.js';
import { Messages } from '../../src/store/messages.js';
import { Tail } from '../../src/store/tail.js';

const user = { id: 'a', name: 'ann' };
const message = (id, rev) => ({ id, user, text: `text ${id}`, at: '', clientId: `c${id}`, ...(rev && { rev }) });

/** Where a tail is left, and what was done there. */
function build({ found = null, read = () => ({ messages: [message(1)], rev: 0 }) } = {}) {
  const calls = [];
  const place = {
    found,
    leave: async (tail) => void calls.push(tail),
    clear: async () => void calls.push('cleared'),
  };
  return { tail: new Tail(place, read), place, calls };
}

test('a tail is taken away before something is written, and once', async () => {
  const { tail, calls } = build({ found: { messages: [], rev: 0 } });
  await Promise.all([tail.during(async () => calls.push('insert')), tail.during(async () => calls.push('change'))]);
  assert.deepEqual(calls, ['cleared', 'insert', 'change']);
  await tail.leave();
  await tail.during(async () => calls.push('insert'));
  assert.deepEqual(calls.slice(3), [{ messages: [message(1)], rev: 0 }, 'cleared', 'insert']);
});

test('no tail is left while something is written, nor while the end of the store is not certain', async () => {
  let isCertain = false;
  const { tail, calls } = build({ read: () => (isCertain ? { messages: [], rev: 0 } : null) });
  await tail.leave();
  isCertain = true;
  await tail.during(() => tail.leave());
  assert.deepEqual(calls, []);
  await tail.leave();
  assert.equal(calls.length, 1);
});

test('nothing is written while the tail cannot be cleared', async () => {
  const { tail, place, calls } = build();
  place.leave = async () => Promise.reject(new Error('no answer'));
  await tail.leave();
  const { clear } = place;
  place.clear = async () => Promise.reject(new Error('no answer'));
  await assert.rejects(tail.during(async () => calls.push('insert')));
  assert.deepEqual(calls, []);
  place.clear = clear;
  await tail.during(async () => calls.push('insert'));
  assert.deepEqual(calls, ['cleared', 'insert']);
});

test('a write does not wait for ever for the tail to be cleared, and is told how long it took', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { tail, place, calls } = build({ found: { messages: [], rev: 0 } });
  let answer = () => {};
  place.clear = () => new Promise((resolve) => (answer = resolve));
  const write = async (spentMs) => calls.push(spentMs);
  const late = assert.rejects(tail.during(write), { code: 'store_unavailable' });
  await nextTurn();
  t.mock.timers.tick(2000);
  await late;
  const slow = tail.during(write);
  now = 1500;
  answer();
  await slow;
  assert.deepEqual(calls, [1500]);
});

/** A database of so many messages, of which every tenth was changed; it counts the documents that it is asked for. */
function database(count) {
  const documents = Array.from({ length: count }, (_, i) => message(i + 1, (i + 1) % 10 === 0 && (i + 1) / 10));
  const state = { documents, read: 0 };
  const give = (found) => ((state.read += found.length), found);
  const backend = {
    newest: async (most) => {
      const found = give(state.documents.slice(-most));
      await state.answers;
      return found;
    },
    range: async (from, to) => give(state.documents.filter(({ id }) => id >= from && id <= to)),
    find: async () => [],
    insert: async (messages) => {
      if (state.trouble) throw new ChatError('store_unavailable');
      state.documents.push(...messages);
    },
    change: async () => {
      await state.changed;
      if (state.trouble) throw new ChatError('store_unavailable');
    },
    newestChanges: async (most) => give(state.documents.filter(({ rev }) => rev).slice(-most)),
    changesAfter: async (rev) => give(state.documents.filter((one) => one.rev > rev)),
  };
  const messages = new Messages(backend, 50);
  return {
    state,
    messages,
    changes: new MessageChanges(backend, messages, 5),
    tail: { messages: documents.slice(-20), rev: count / 10 },
  };
}

const ids = (messages) => messages.map(({ id }) => id);
const from = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

for (const count of [100, 100_000])
  test(`with a tail a start reads nothing of ${count} messages, and knows where they end`, async () => {
    const { state, messages, changes, tail } = database(count);
    await Promise.all([messages.load(tail), changes.load(tail)]);
    assert.equal(messages.lastId, count);
    assert.equal(changes.rev, count / 10);
    assert.deepEqual(ids((await messages.newest(20)).messages), from(count - 19, count));
    const { stored } = await messages.append([{ user, text: 'x', at: '', clientId: 'new' }]);
    assert.deepEqual(ids(stored), [count + 1]);
    assert.equal(state.read, 0);
  });

test('a memory that began with a tail is filled, also while messages come and are changed', async () => {
  const { state, messages, changes, tail } = database(100);
  await Promise.all([messages.load(tail), changes.load(tail)]);
  let answer = () => {};
  state.answers = new Promise((resolve) => (answer = resolve));
  const filling = changes.fill();
  await messages.append([{ user, text: 'x', at: '', clientId: 'new' }]);
  await changes.apply([{ message: message(60, 6), text: 'changed meanwhile' }]);
  answer();
  await filling;
  state.read = 0;
  assert.deepEqual(ids((await messages.newest(51)).messages), from(51, 101));
  assert.equal((await messages.at(60))?.text, 'changed meanwhile');
  assert.deepEqual(ids((await changes.after(6, 10)).messages), [70, 80, 90, 100, 60]);
  assert.equal(state.read, 0);
  assert.deepEqual(ids((await messages.before(51, 5)).messages), from(46, 50));
  assert.deepEqual(ids((await changes.after(4, 10)).messages).slice(0, 2), [50, 60]);
  assert.ok(state.read > 0, 'what is older is asked of the database');
});

test('a memory that could not be filled is filled by a later try, until the store closes', async (t) => {
  const { state, messages, changes, tail } = database(100);
  await Promise.all([messages.load(tail), changes.load(tail)]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const warnings = [];
  const fill = () => fillMemory(changes, { warn: (_, text) => warnings.push(text) });
  state.answers = Promise.reject(new ChatError('store_unavailable'));
  const first = fill();
  await nextTurn();
  assert.equal(warnings.length, 1);
  first.close();
  state.answers = undefined;
  state.read = 0;
  t.mock.timers.tick(60_000);
  await nextTurn();
  assert.equal(state.read, 0, 'a closed store tries no more');

  state.answers = Promise.reject(new ChatError('store_unavailable'));
  fill();
  await nextTurn();
  state.answers = undefined;
  t.mock.timers.tick(60_000);
  await nextTurn();
  state.read = 0;
  assert.deepEqual(ids((await messages.newest(50)).messages), from(51, 100));
  assert.equal(state.read, 0);
});

test('a page below the tail waits for the filling of memory, but not for ever', async (t) => {
  const { state, messages, changes, tail } = database(100);
  await Promise.all([messages.load(tail), changes.load(tail)]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer = () => {};
  state.answers = new Promise((resolve) => (answer = resolve));
  const filling = changes.fill();
  state.read = 0;
  const late = assert.rejects(messages.before(70, 10), { code: 'store_unavailable' });
  assert.deepEqual(ids((await messages.before(50, 5)).messages), from(45, 49), 'beyond what memory will hold');
  assert.equal(state.read, 5);
  t.mock.timers.tick(60_000);
  await late;
  const page = messages.before(70, 10);
  answer();
  await filling;
  state.read = 0;
  assert.deepEqual(ids((await page).messages), from(60, 69));
  assert.equal(state.read, 0);
});

test('there is no tail while messages or changes are stored', async () => {
  const { state, messages, changes, tail } = database(10);
  await Promise.all([messages.load(tail), changes.load(tail)]);
  const storing = messages.append([{ user, text: 'x', at: '', clientId: 'new' }]);
  assert.equal(changes.tail(5), null);
  await storing;
  let answer = () => {};
  state.changed = new Promise((resolve) => (answer = resolve));
  const changing = changes.apply([{ message: message(11), text: 'changed' }]);
  await nextTurn();
  assert.equal(changes.tail(5), null);
  answer();
  await changing;
  assert.deepEqual(ids(changes.tail(5).messages), from(7, 11));
  assert.equal(changes.tail(5).rev, 2);
});

test('after a write that was given up, and may come late, there is no tail until a later one is stored', async () => {
  const { state, messages, changes, tail } = database(10);
  await Promise.all([messages.load(tail), changes.load(tail)]);
  const append = (...drafts) => messages.append(drafts);
  const draft = { user, text: 'x', at: '', clientId: 'new' };
  const change = { message: message(1), text: 'changed' };

  state.trouble = true;
  await assert.rejects(append(draft));
  state.trouble = false;
  await append();
  assert.equal(changes.tail(5), null, 'an insert may come late');
  await append(draft);
  assert.deepEqual(ids(changes.tail(5).messages), from(7, 11));

  state.trouble = true;
  await assert.rejects(changes.apply([change]));
  state.trouble = false;
  await changes.apply([]);
  assert.equal(changes.tail(5), null, 'a change may come late');
  await changes.apply([change]);
  assert.equal(changes.tail(5).rev, 2);
});
