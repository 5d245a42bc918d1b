import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICK_MS } from '../../benches/wire/frameLibrary.js';
import { makeClientId } from '../../ledger/clientIds.js';
import { LiveTally } from '../../livePage/driver/liveTally.js';

const START = 1_750_000_000_000;

/** @param {Array<{from: number, to: number | null}>} stays of a receiver each, ms from the start */
function tallyOf(stays) {
  const members = stays.map(({ from, to }) => ({
    stays: [{ from: START + from, to: to === null ? null : START + to }],
  }));
  const tally = new LiveTally({ run: 'r1', startAt: START, crowd: /** @type {any} */ ({ startedAt: START, members }) });
  let number = 0;
  return {
    tally,
    /** @param {number} at @param {number} ackMs @param {number} receivers that have it 1 ms after its ack */
    send(at, ackMs, receivers) {
      const clientId = makeClientId({ run: 'r1', sender: 0, number: number++, intendedAt: START + at });
      tally.sent(clientId, START + at);
      if (ackMs < 0) return;
      tally.acknowledged(clientId, START + at, START + at + ackMs);
      const frame = /** @type {any} */ ({ meaning: { messages: [{ clientId }] } });
      for (let receiver = 0; receiver < receivers; receiver++)
        tally.arrived(frame, Math.round((at + ackMs + 1) / TICK_MS));
    },
  };
}
const close = (/** @type {number} */ value, /** @type {number} */ wanted) =>
  assert.ok(Math.abs(value - wanted) < 0.5, `${value}, not ${wanted}`);

test('a second says what was sent, acknowledged and delivered in it, from the intended time', () => {
  const { tally, send } = tallyOf([{ from: -100, to: null }, { from: -100, to: null }]); // prettier-ignore
  send(10, 5, 2);
  send(990, 20, 2);
  const first = tally.tell(0, START + 1150);
  assert.deepEqual([first.sent, first.acknowledged, first.delivered, first.lost, first.waiting], [2, 1, 2, 0, 0]);
  close(first.ack.p95, 5);
  close(first.delivery.p95, 6);
  const second = tally.tell(1, START + 2150);
  assert.deepEqual([second.sent, second.acknowledged, second.delivered], [0, 1, 2]);
  close(second.delivery.p95, 21);
});

test('what did not reach a receiver within the life of a message is lost, and what nobody answered waits', () => {
  const { tally, send } = tallyOf([{ from: -100, to: null }, { from: -100, to: null }, { from: -100, to: null }]); // prettier-ignore
  send(0, 5, 2);
  send(100, -1, 0);
  assert.equal(tally.tell(0, START + 1150).lost, 0, 'it may still come');
  const { lost, waiting } = tally.tell(2, START + 3150);
  assert.deepEqual([lost, waiting], [1, 1]);
});

test('nothing is due to who was not joined throughout', () => {
  const { tally, send } = tallyOf([{ from: -100, to: null }, { from: 500, to: null }, { from: -100, to: 900 }]); // prettier-ignore
  send(0, 5, 1);
  assert.equal(tally.tell(2, START + 3150).lost, 0);
});
