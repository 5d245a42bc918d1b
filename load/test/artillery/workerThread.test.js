import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { CHANNEL, userIsGone } from '../../src/artillery/workerThread.js';

test('each chat is told why the first of its own users could not join', async (t) => {
  const leader = new BroadcastChannel(CHANNEL);
  t.after(() => leader.close());
  // Other tests of this process use the channel too, with sides of other names.
  const sides = ['one chat', 'another'];
  const arrivals = Object.fromEntries(sides.map((side) => [side, { side, sessions: [{}], aheadMs: 0 }]));
  const answers = new Promise((resolve) => {
    /** @type {any[]} */
    const heard = [];
    leader.onmessage = ({ data }) => heard.push(data) === sides.length && resolve(heard);
  });
  for (const side of sides) userIsGone({ vars: { arrivals, side } }, new Error(`refused by ${side}`));
  assert.deepEqual(await answers, [
    { side: 'one chat', answer: { joined: 0, why: 'refused by one chat' } },
    { side: 'another', answer: { joined: 0, why: 'refused by another' } },
  ]);
});
