import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ChatError } from '../chat/chatError.js';
import { createHistory } from '../chat/history.js';
import { message, messages } from './messages.js';
import { until } from './until.js';

/** Makes a store of messages 1..count that answers as the contract says and records the requests. */
function fakeStore(count) {
  const store = {
    all: messages(1, count),
    asked: [],
    down: false,
    /** The store refuses this many of the next requests as too many. */
    tooMany: 0,
    /** Runs once, after the read of a page and before its answer arrives. */
    underWay: () => {},
    api: {
      async messages({ limit, after, before, changedAfter }) {
        const revOf = ({ rev = 0 }) => rev;
        let [question, found] = [`newest ${limit}`, store.all];
        if (after !== undefined) [question, found] = [`after ${after}`, found.filter(({ id }) => id > after)];
        if (before !== undefined) [question, found] = [`before ${before}`, found.filter(({ id }) => id < before)];
        if (changedAfter !== undefined) {
          question = `changed after ${changedAfter}`;
          found = found.filter((one) => revOf(one) > changedAfter).sort((a, b) => revOf(a) - revOf(b));
        }
        const upwards = after ?? changedAfter;
        const page = upwards === undefined ? found.slice(-limit) : found.slice(0, limit);
        store.asked.push(question);
        store.underWay();
        store.underWay = () => {};
        await pause(1);
        if (store.down) throw ChatError.noAnswer();
        if (store.tooMany-- > 0) throw new ChatError({ code: 'too_many_pages', message: 'Wait.' }, 3);
        return { messages: page, more: found.length > limit };
      },
    },
  };
  return store;
}

function historyOf(store, maxInMemory = 1000) {
  const calls = { fresh: 0, failed: 0, paused: [] };
  const history = createHistory({
    api: store.api,
    myId: 'ann',
    maxInMemory,
    known() {},
    changed() {},
    fresh: (count) => (calls.fresh += count),
    failed: () => calls.failed++,
    pause: async (ms) => void calls.paused.push(ms),
  });
  return { history, calls };
}

/** Makes a history that has joined a store of messages 1..count. */
async function joined(count, maxInMemory) {
  const store = fakeStore(count);
  const { history, calls } = historyOf(store, maxInMemory);
  await history.join(count);
  return { store, history, calls };
}

const ids = (history) => history.messages.map(({ id }) => id);
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('it starts with the newest page, whose messages do not count as new', async () => {
  const { history, calls } = await joined(250);
  assert.deepEqual(ids(history), range(151, 250));
  assert.equal(calls.fresh, 0);
});

test('messages pushed or announced while the first page is under way are kept', async () => {
  for (const stored of [0, 7, 250]) {
    const store = fakeStore(stored);
    const { history } = historyOf(store);
    store.underWay = () => {
      store.all.push(message(stored + 1));
      history.receive([message(stored + 1)]);
    };
    await history.join(null);
    assert.equal(ids(history).at(-1), stored + 1, `the message after ${stored}`);
  }

  const store = fakeStore(7);
  const { history } = historyOf(store);
  let joining;
  store.underWay = () => {
    store.all.push(message(8));
    joining = history.join(8);
  };
  await history.join(null);
  await joining;
  assert.deepEqual(ids(history), range(1, 8));
});

test('after a break it reads page by page and ends with every message once', async () => {
  const { store, history, calls } = await joined(100);
  store.all.push(...messages(101, 550));
  await history.join(550);
  assert.deepEqual(ids(history), range(1, 550));
  assert.equal(calls.fresh, 450);
  assert.deepEqual(store.asked.slice(1), ['after 100', 'after 300', 'after 500']);
});

test('far behind, it starts over at the newest message', async () => {
  const { store, history, calls } = await joined(100);
  store.all.push(...messages(101, 5000));
  await history.join(5000);
  assert.deepEqual(ids(history), range(4901, 5000));
  assert.equal(calls.fresh, 4900);
  assert.equal(history.older, true);
});

test('a hole in pushed messages is filled from the store', async () => {
  const { store, history } = await joined(10);
  store.all.push(...messages(11, 13));
  history.receive([message(13)]);
  assert.deepEqual(ids(history), range(1, 10));
  await until(() => history.lastId === 13);
  assert.deepEqual(ids(history), range(1, 13));
  history.close();
});

test('a message pushed while the page goes back to the newest is not missing from it', async () => {
  const { store, history } = await joined(500, 100);
  history.follow(false);
  await history.readOlder();
  assert.equal(history.attached, false);
  store.underWay = () => {
    store.all.push(message(501));
    history.receive([message(501)]);
  };
  await history.jumpToNewest();
  await until(() => history.lastId === 501);
  history.close();
});

test('an announced message that the store lacks ends the hole', async () => {
  const { store, history } = await joined(10);
  await history.join(12);
  history.receive([message(11)]);
  assert.deepEqual(ids(history), range(1, 11));
  assert.deepEqual(store.asked, ['newest 100', 'after 10']);
});

test('a message that comes twice, also by push and page together, is shown once', async () => {
  const { store, history } = await joined(3);
  history.receive([message(3), message(4), message(4)]);
  store.all.push(...messages(4, 5));
  store.underWay = () => history.receive([message(5)]);
  await history.check();
  assert.deepEqual(ids(history), range(1, 5));
});

test('messages that memory drops while a page is under way leave no hole', async () => {
  const { store, history } = await joined(500, 100);
  store.underWay = () => {
    store.all.push(message(501));
    history.receive([message(501)]); // drops the oldest
  };
  await history.readOlder();
  assert.deepEqual(ids(history), range(432, 501));
  await history.readOlder();
  store.underWay = () => {
    history.follow(false);
    history.receive([message(501)]); // drops the newest
  };
  await history.check();
  assert.deepEqual([ids(history), history.attached], [range(382, 481), false]);
});

test('a store that fails is asked again until it answers', async () => {
  const { store, history, calls } = await joined(10);
  store.down = true;
  store.all.push(...messages(11, 12));
  await history.join(12);
  assert.equal(calls.failed, 1);
  store.down = false;
  await until(() => history.lastId === 12);
  assert.deepEqual(ids(history), range(1, 12));
  history.close();
});

test('after a change to a smaller store the page shows that store', async () => {
  const { store, history } = await joined(50);
  store.all = messages(1, 3, 'carl');
  await history.join(3);
  assert.deepEqual(ids(history), [1, 2, 3]);
  assert.equal(history.messages[0].user.id, 'carl');
});

test('memory is bounded: the newest messages while following, the ones in sight while reading back', async () => {
  const { store, history } = await joined(1000, 300);
  for (let id = 1001; id <= 1400; id++) {
    store.all.push(message(id));
    history.receive([message(id)]);
    assert.ok(history.messages.length <= 300);
  }
  assert.equal(history.lastId, 1400);
  history.follow(false);
  for (let i = 0; i < 8; i++) await history.readOlder();
  assert.equal(history.messages.length, 300);
  assert.equal(history.attached, false);
  const [top] = ids(history);
  assert.deepEqual(ids(history), range(top, top + 299));
  while (!history.attached) await history.readNewer();
  assert.equal(history.attached, true);
  assert.equal(history.lastId, 1400);
  await history.readOlder();
  await history.jumpToNewest();
  assert.deepEqual(ids(history), range(1301, 1400));
});

test('only messages of others count as new, each once', async () => {
  const { history, calls } = await joined(10);
  history.receive([message(11, 'ann'), message(12)]);
  history.receive([message(12)]);
  assert.equal(calls.fresh, 1);
});

test('reading too fast waits as long as the server says and goes on, without an error', async () => {
  const store = fakeStore(300);
  const { history, calls } = historyOf(store);
  await history.join(null);
  store.tooMany = 2;
  await history.readOlder();
  assert.deepEqual(calls, { fresh: 0, failed: 0, paused: [3000, 3000] });
  assert.equal(ids(history)[0], 151);
});

const change = (store, id, rev) => (store.all[id - 1] = { ...message(id), text: `changed ${rev}`, rev });

test('changes pushed in order need no request to the store', async () => {
  const { store, history } = await joined(5);
  for (const rev of [1, 2]) history.receiveChanges({ after: rev - 1, messages: [change(store, rev, rev)] });
  await history.join(5, 2);
  assert.deepEqual(store.asked, ['newest 100']);
  assert.deepEqual([history.find(1)?.text, history.find(2)?.text], ['changed 1', 'changed 2']);
});

test('after missed changes one request after the known revision brings all of them', async () => {
  const { store, history } = await joined(5);
  history.receiveChanges({ after: 0, messages: [change(store, 1, 1)] });
  change(store, 2, 2);
  history.receiveChanges({ after: 2, messages: [change(store, 3, 3)] });
  await history.jumpToNewest(); // runs after the running reads
  assert.deepEqual(store.asked, ['newest 100', 'changed after 1']);
  change(store, 4, 4);
  await history.join(5, 4);
  assert.deepEqual(store.asked.slice(2), ['changed after 3']);
  assert.deepEqual(
    history.messages.map(({ rev }) => rev),
    [1, 2, 3, 4, undefined],
  );
});

test('a change between the first page and the welcome is not missed', async () => {
  const store = fakeStore(5);
  const { history } = historyOf(store);
  change(store, 1, 7);
  await history.join(null);
  change(store, 2, 8);
  await history.join(5, 8);
  assert.deepEqual(store.asked, ['newest 100', 'changed after 7']);
  assert.equal(history.find(2)?.rev, 8);
});

test('a change that comes while a page is under way is not missing from it', async () => {
  const { store, history } = await joined(300);
  store.underWay = () => history.receiveChanges({ after: 0, messages: [change(store, 180, 1)] });
  await history.readOlder();
  assert.equal(history.find(180)?.rev, 1);
  assert.deepEqual(store.asked, ['newest 100', 'before 201', 'changed after 0']);
  history.receiveChanges({ after: 1, messages: [{ ...message(180), text: 'older', rev: 0 }] });
  assert.equal(history.find(180)?.text, 'changed 1');
});

test('if the newest id and revision are unknown, the store is asked', async () => {
  const store = fakeStore(5);
  const { history } = historyOf(store);
  await history.join(null, null);
  change(store, 2, 1);
  store.all.push(message(6));
  await history.join(null, null);
  assert.deepEqual([history.find(2)?.rev, history.lastId], [1, 6]);
});

test('a store restored to an older state is read anew and counts from there', async () => {
  const store = fakeStore(5);
  const { history } = historyOf(store);
  await history.join(5, 8);
  history.receiveChanges({ after: 8, messages: [change(store, 1, 9)] });
  change(store, 1, 2);
  await history.join(5, 2);
  assert.equal(history.find(1)?.text, 'changed 2');
  history.receiveChanges({ after: 2, messages: [change(store, 1, 3)] });
  await history.join(5, 3);
  assert.equal(history.find(1)?.text, 'changed 3');
  assert.deepEqual(store.asked, ['newest 100', 'newest 100']);
});
