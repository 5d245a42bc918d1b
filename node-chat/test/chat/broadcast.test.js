import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Broadcast } from '../../src/chat/broadcast.js';

/** A broadcast whose events take `cost` ms. */
function build(t, { cost, ...options }) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const events = [];
  const deliver = (messages) => {
    events.push(messages);
    clock += cost;
  };
  const broadcast = new Broadcast({ deliver, ...options });
  return {
    events,
    async add(...messages) {
      broadcast.add(messages);
      await nextTurn();
    },
    async pass(ms) {
      clock += ms;
      t.mock.timers.tick(ms);
      await nextTurn();
    },
  };
}

test('after a slow event messages gather until the window is over, and go out in one event', async (t) => {
  const { add, pass, events } = build(t, { cost: 5, windowMaxMs: 25 });
  await add(1);
  await add(2);
  await pass(19);
  await add(3);
  assert.deepEqual(events, [[1]]);
  await pass(1);
  assert.deepEqual(events, [[1], [2, 3]]);
});

test('a window is never longer than its maximum', async (t) => {
  const { add, pass, events } = build(t, { cost: 1000, windowMaxMs: 25 });
  await add(1);
  await pass(24);
  await add(2);
  assert.deepEqual(events, [[1]]);
  await pass(1);
  assert.deepEqual(events, [[1], [2]]);
});

test('an event has at most its maximum of messages', async (t) => {
  const { add, pass, events } = build(t, { cost: 0, eventMaxMessages: 2 });
  await add(1, 2, 3);
  await pass(0);
  assert.deepEqual(events, [[1, 2], [3]]);
});
