import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendClosedLoop } from '../../src/chat/closedLoop.js';
import { makeClientId } from '../../src/ledger/clientIds.js';

test('so many messages are on their way as were asked for, whatever others send meanwhile', async () => {
  const crowd = /** @type {any} */ ({ members: [{}, {}], onDelivery: () => {} });
  /** @type {number[]} */
  const sent = [];
  const sendOne = (/** @type {number} */ number) => sent.push(number);
  const over = sendClosedLoop({ crowd, run: 'mine', inFlight: 3, seconds: 0.3, senders: 2, sendOne });
  const frameOf = (/** @type {string} */ run) => ({
    meaning: { messages: [{ clientId: makeClientId({ run, sender: 0, number: 0, intendedAt: 0 }) }] },
  });
  assert.deepEqual(sent, [0, 1, 2]);
  const [own, other] = [frameOf('mine'), frameOf('other')];
  for (let times = 0; times < 10; times++) crowd.onDelivery(other);
  assert.equal(sent.length, 3, 'nothing of this run has arrived');
  for (let receiver = 0; receiver < 2; receiver++) crowd.onDelivery(own);
  assert.deepEqual(sent, [0, 1, 2, 3]);
  await over;
});
