import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Broadcast } from '../../src/chat/broadcast.js';
import { StoreQueue } from '../../src/chat/storeQueue.js';
import { until } from '../startChat.js';

/** Waits for the start or end of an insert, and for the broadcast after it. */
async function turn() {
  for (let i = 0; i < 3; i++) await nextTurn();
}

/** A queue before a store whose inserts end when the test says so. */
function build(options = {}) {
  const events = [];
  const inserts = [];
  const reads = [];
  let id = 0;
  const deliver = (messages) => events.push(['event', ...messages]);
  const broadcast = new Broadcast({ deliver, ...options });
  const queue = new StoreQueue({
    onStored: broadcast.add,
    insert: (drafts) => new Promise((resolve, reject) => inserts.push({ drafts, resolve, reject })),
    readNew: () => new Promise((resolve) => reads.push(resolve)),
    ...options,
  });
  return {
    queue,
    broadcast,
    events,
    /** The drafts of each insert. */
    drafts: () => inserts.map(({ drafts }) => drafts),
    push(draft) {
      const told = (...event) => events.push(event);
      void queue.push(draft).then(
        (answer) => told('ack', answer),
        (error) => told(error.code ?? error.message),
      );
    },
    /** Ends the newest insert, and waits. */
    async finish(stored = inserts.at(-1).drafts.map((draft) => `${++id}${draft}`)) {
      const { drafts, resolve } = inserts.at(-1);
      resolve({ answers: drafts, stored });
      await turn();
    },
    /** Ends the newest read, and waits. */
    async find(...stored) {
      reads.at(-1)(stored);
      await turn();
    },
    async fail(message) {
      inserts.at(-1).reject(new Error(message));
      await turn();
    },
  };
}

test('messages of one turn share an insert at its end', async () => {
  const { push, drafts } = build();
  push('a');
  push('b');
  assert.deepEqual(drafts(), []);
  await turn();
  assert.deepEqual(drafts(), [['a', 'b']]);
});

test('messages that come while an insert is in flight go together with the next one', async () => {
  const { push, drafts, finish } = build();
  for (const draft of ['a', 'b', 'c']) {
    push(draft);
    await turn();
  }
  assert.deepEqual(drafts(), [['a']]);
  await finish();
  assert.deepEqual(drafts(), [['a'], ['b', 'c']]);
});

test('acknowledgements come after the commit and before the event', async () => {
  const { push, events, finish } = build();
  push('a');
  push('b');
  await turn();
  assert.deepEqual(events, []);
  await finish();
  assert.deepEqual(events, [
    ['ack', 'a'],
    ['ack', 'b'],
    ['event', '1a', '2b'],
  ]);
});

test('an insert has at most insertMaxMessages messages', async () => {
  const { push, drafts, finish } = build({ insertMaxMessages: 2 });
  for (const draft of ['a', 'b', 'c']) push(draft);
  await turn();
  await finish();
  assert.deepEqual(drafts(), [['a', 'b'], ['c']]);
});

test('with a full queue a send is refused at once', async () => {
  const { push, events } = build({ pendingMaxMessages: 2 });
  for (const draft of ['a', 'b', 'c']) push(draft);
  await turn();
  assert.deepEqual(events, [['store_unavailable']]);
});

test('a failed insert is reported to its senders and to those that wait behind it; the next is tried', async () => {
  const { push, events, finish, fail } = build();
  push('a');
  await turn();
  push('b');
  await fail('disk full');
  assert.deepEqual(events, [['disk full'], ['disk full']]);
  push('c');
  await turn();
  await finish();
  assert.deepEqual(events.slice(2), [
    ['ack', 'c'],
    ['event', '1c'],
  ]);
});

test('a sender gets an error at the deadline, and a message stored later is still broadcast', async () => {
  const { push, events, finish } = build({ deadlineMs: 100 });
  push('a');
  await turn();
  push('b');
  await until(() => events.length === 2);
  assert.deepEqual(events, [['store_unavailable'], ['store_unavailable']]);
  await finish();
  assert.deepEqual(events.slice(2), [['event', '1a']]);
});

test('the next insert is on its way before the broadcast keeps the loop busy', async () => {
  const order = [];
  const { push, drafts, finish } = build({
    deliver: () => order.push(`broadcast beside ${drafts().length} inserts`),
  });
  push('a');
  await turn();
  push('b');
  await finish();
  assert.deepEqual(order, ['broadcast beside 2 inserts']);
});

test('catching up reads what others have stored before the next insert, and broadcasts it', async () => {
  const { queue, broadcast, drafts, push, find, events, finish } = build();
  queue.catchUp();
  await turn();
  queue.catchUp();
  push('a');
  await find('news');
  assert.deepEqual(drafts(), []);
  await find('more');
  await finish();
  broadcast.flush();
  const told = events.flatMap(([name, ...messages]) => (name === 'event' ? messages : []));
  assert.deepEqual(told, ['news', 'more', '1a']);
});

test('closing takes no more messages, and waits for the insert in flight and its answers', async () => {
  const { queue, push, events, finish } = build();
  push('a');
  const stored = queue.close().then(() => events.push(['closed']));
  push('b');
  await turn();
  await finish();
  await stored;
  assert.deepEqual(events, [['store_unavailable'], ['ack', 'a'], ['event', '1a'], ['closed']]);
  await build().queue.close(); // an idle one at once
});
