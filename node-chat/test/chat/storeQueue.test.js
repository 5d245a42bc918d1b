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
function build(parts = {}) {
  const events = [];
  const inserts = [];
  let id = 0;
  const deliver = (messages) => events.push(['event', ...messages]);
  const broadcast = new Broadcast({ deliver, maxMs: 25, eventMaxMessages: 1000, ...parts });
  const queue = new StoreQueue({
    onStored: broadcast.add,
    insert: (drafts) =>
      new Promise((resolve, reject) => {
        inserts.push({
          drafts,
          finish: (stored = drafts.map((draft) => `${++id}${draft}`)) => resolve({ answers: drafts, stored }),
          fail: reject,
        });
      }),
    ...parts,
  });
  const push = (draft, bytes = 1) =>
    queue.push(draft, bytes).then(
      (answer) => events.push(['ack', answer]),
      (error) => events.push([error.code ?? error.message]),
    );
  return { queue, broadcast, events, inserts, push };
}

test('with no insert in flight a message goes to the store at the end of the turn', async () => {
  const { push, inserts } = build();
  push('a');
  assert.equal(inserts.length, 0);
  await turn();
  assert.deepEqual(inserts[0].drafts, ['a']);
});

test('messages of one turn share an insert', async () => {
  const { push, inserts } = build();
  push('a');
  push('b');
  await turn();
  assert.deepEqual(
    inserts.map((insert) => insert.drafts),
    [['a', 'b']],
  );
});

test('messages that come while an insert is in flight go together with the next one', async () => {
  const { push, inserts } = build();
  push('a');
  await turn();
  push('b');
  await turn();
  push('c');
  await turn();
  assert.equal(inserts.length, 1);
  inserts[0].finish();
  await turn();
  assert.deepEqual(inserts[1].drafts, ['b', 'c']);
});

test('acknowledgements come after the commit and before the event', async () => {
  const { push, inserts, events } = build();
  push('a');
  push('b');
  await turn();
  assert.deepEqual(events, []);
  inserts[0].finish();
  await turn();
  assert.deepEqual(events, [
    ['ack', 'a'],
    ['ack', 'b'],
    ['event', '1a', '2b'],
  ]);
});

test('an insert has at most maxMessages messages', async () => {
  const { push, inserts } = build({ maxMessages: 2 });
  for (const draft of ['a', 'b', 'c']) push(draft);
  await turn();
  inserts[0].finish();
  await turn();
  assert.deepEqual(
    inserts.map((insert) => insert.drafts),
    [['a', 'b'], ['c']],
  );
});

test('an insert has at most maxBytes bytes, but at least one message', async () => {
  const { push, inserts } = build({ maxBytes: 10 });
  push('a', 99);
  push('b', 6);
  push('c', 6);
  await turn();
  inserts[0].finish();
  await turn();
  inserts[1].finish();
  await turn();
  assert.deepEqual(
    inserts.map((insert) => insert.drafts),
    [['a'], ['b'], ['c']],
  );
});

test('after a slow broadcast messages gather until the window is over, and go out in one event', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  const events = [];
  const { push, inserts } = build({
    now: () => clock,
    deliver: (messages) => {
      events.push(messages);
      clock += 5; // a broadcast of 5 ms makes a window of 20 ms
    },
  });
  push('a');
  await turn();
  inserts[0].finish();
  await turn();
  assert.deepEqual(events, [['1a']]);
  for (const [i, draft] of [
    [1, 'b'],
    [2, 'c'],
  ]) {
    push(draft);
    await turn();
    inserts[i].finish();
    await turn();
  }
  t.mock.timers.tick(19);
  await turn();
  assert.equal(events.length, 1);
  t.mock.timers.tick(1);
  await turn();
  assert.deepEqual(events, [['1a'], ['2b', '3c']]);
});

test('an event has at most its maximum of messages', async () => {
  const { push, inserts, events, broadcast } = build({ eventMaxMessages: 2 });
  for (const draft of ['a', 'b', 'c']) push(draft);
  await turn();
  inserts[0].finish();
  await turn();
  await broadcast.drain();
  assert.deepEqual(events.slice(3), [
    ['event', '1a', '2b'],
    ['event', '3c'],
  ]);
});

test('a window is never longer than its maximum', async () => {
  let clock = 0;
  const events = [];
  const { push, inserts } = build({
    now: () => clock,
    maxMs: 25,
    deliver: (messages) => {
      events.push(messages);
      clock += 1000;
    },
  });
  push('a');
  await turn();
  inserts[0].finish();
  await turn();
  clock += 26;
  push('b');
  await turn();
  inserts[1].finish();
  await turn();
  assert.equal(events.length, 2);
});

test('with a full queue a send is refused at once', async () => {
  const { push, events } = build({ pendingMaxMessages: 2 });
  for (const draft of ['a', 'b', 'c']) push(draft);
  await turn();
  assert.deepEqual(events, [['store_unavailable']]);
});

test('a failed insert is reported to its senders and to those that wait behind it', async () => {
  const { push, inserts, events } = build();
  push('a');
  await turn();
  push('b');
  inserts[0].fail(new Error('disk full'));
  await turn();
  assert.deepEqual(events, [['disk full'], ['disk full']]);
});

test('after a failed insert the next message is tried again', async () => {
  const { push, inserts, events } = build();
  push('a');
  await turn();
  inserts[0].fail(new Error('away'));
  await turn();
  push('b');
  await turn();
  inserts[1].finish();
  await turn();
  assert.deepEqual(events, [['away'], ['ack', 'b'], ['event', '1b']]);
});

test('a sender gets an error at the deadline, and a message stored later is still broadcast', async () => {
  const { push, inserts, events } = build({ deadlineMs: 100 });
  push('a');
  await turn();
  push('b');
  await until(() => events.length === 2);
  assert.deepEqual(events, [['store_unavailable'], ['store_unavailable']]);
  inserts[0].finish();
  await turn();
  assert.deepEqual(events.slice(2), [['event', '1a']]);
});

test('the next insert is on its way before the broadcast keeps the loop busy', async () => {
  const order = [];
  const { push, inserts } = build({
    deliver: () => order.push(`broadcast beside ${inserts.length} inserts`),
  });
  push('a');
  await turn();
  push('b');
  inserts[0].finish();
  await turn();
  assert.deepEqual(order, ['broadcast beside 2 inserts']);
});

test('catching up makes an insert, even without messages, and what it finds is broadcast', async () => {
  const { queue, inserts, events } = build();
  queue.catchUp();
  await turn();
  queue.catchUp();
  inserts[0].finish(['news']);
  await turn();
  inserts[1].finish(['more']);
  await turn();
  assert.deepEqual(
    inserts.map(({ drafts }) => drafts),
    [[], []],
  );
  assert.deepEqual(events, [
    ['event', 'news'],
    ['event', 'more'],
  ]);
});

test('closing takes no more messages, waits for the insert in flight, and then drains the broadcast', async () => {
  const { queue, broadcast, push, inserts, events } = build();
  push('a');
  const stored = queue.close().then(() => events.push(['closed']));
  push('b');
  await turn();
  inserts[0].finish();
  await stored;
  await broadcast.drain();
  assert.deepEqual(events, [['store_unavailable'], ['ack', 'a'], ['closed'], ['event', '1a']]);
});

test('closing an idle queue is done at once', async () => {
  await build().queue.close();
});
