import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Acks } from '../crowd/acks.js';
import { Ledger } from '../crowd/ledger.js';
import { flatness, soakVerdicts } from '../crowd/soak.js';
import { ackBound, sufferings } from '../crowd/verdict.js';
import { MB } from '../suite/memory.js';

const message = (/** @type {number} */ id, clientId = `c${id}`) => ({ id, clientId });

/** A ledger of two receivers who joined at 4. @param {number[]} ann @param {number[]} bob ids in the order of their deliveries */
function ledgerOf(ann, bob) {
  const ledger = new Ledger();
  for (const name of ['ann', 'bob']) ledger.join(name, 4);
  for (const id of ann) ledger.deliver('ann', message(id));
  for (const id of bob) ledger.deliver('bob', message(id));
  return ledger;
}

test('deliveries that came to all, once and in order, are fine', () => {
  const ledger = ledgerOf([5, 6, 7], [5, 6, 7]);
  ledger.acknowledge(message(6));
  assert.deepEqual([ledger.lostUpTo(7), ledger.duplicated, ledger.outOfOrder, ledger.changed], [0, 0, 0, 0]);
  assert.equal(ledger.messages.size, 0, 'nothing is kept of what all have seen');
});

test('a lost delivery is found in the middle and at the end', () => {
  assert.equal(ledgerOf([5, 6, 7], [5, 7]).lostUpTo(7), 1);
  assert.equal(ledgerOf([5, 6, 7], [5]).lostUpTo(7), 2);
  assert.equal(ledgerOf([5], [5]).lostUpTo(6), 2, 'what came to nobody is known by the store');
});

test('what is still on its way beyond the id that was asked for is not lost', () => {
  assert.equal(ledgerOf([5, 6, 7], [5, 6]).lostUpTo(6), 0);
});

test('a delivery that comes twice, and one that comes late, are told apart', () => {
  const { duplicated, outOfOrder } = ledgerOf([5, 6, 6], [6, 5]);
  assert.deepEqual([duplicated, outOfOrder], [1, 1]);
});

test('a delivery that is not what was acknowledged under its id is found', () => {
  const ledger = ledgerOf([5], []);
  ledger.acknowledge(message(5, 'another'));
  assert.equal(ledger.changed, 1);
});

test('what was told as lost is not told again', () => {
  const ledger = ledgerOf([5, 6, 7], [5]);
  ledger.forgive(7);
  assert.equal(ledger.lostUpTo(7), 0);
  ledger.deliver('bob', message(8));
  assert.equal(ledger.lostUpTo(8), 1);
});

test('percentiles are of what was measured, and the slowest knows its way', () => {
  const acks = new Acks();
  for (let ms = 1; ms <= 200; ms++) acks.add(ms, ms === 200 ? 'POST' : 'socket');
  assert.deepEqual(acks.summary(), { count: 200, p50: 100, p99: 198, max: 200, slowestWay: 'POST' });
});

/** @param {object} [change] @returns {import('../crowd/crowd.js').Phase} */
const phase = (change) => ({
  acks: { count: 9, p50: 5, p99: 20, max: 30, slowestWay: 'socket' },
  lagMs: 2,
  ...{ lost: 0, duplicated: 0, outOfOrder: 0, seconds: 3, complaints: [] },
  memory: { before: 90 * MB, peak: 100 * MB, after: 91 * MB, buffered: 0 },
  ...change,
});
const limits = { ackMs: 1000, strict: true, peakMB: 64, restMB: 32 };

test('a crowd that was left in peace has nothing to say', () => {
  assert.deepEqual(sufferings(phase(), limits), []);
});

/** @type {Record<string, [object, RegExp]>} */
const wrong = {
  'a late ack': [{ acks: { count: 9, p50: 5, p99: 20, max: 1001, slowestWay: 'POST' } }, /1001 ms \(POST\)/],
  'no ack at all': [{ acks: { count: 0, p50: 0, p99: 0, max: 0, slowestWay: '' } }, /nothing was acknowledged/],
  'a lost delivery': [{ lost: 1 }, /1 deliveries were lost/],
  'a delivery that came twice': [{ duplicated: 1 }, /twice/],
  'a delivery out of order': [{ outOfOrder: 1 }, /out of order/],
  'memory that peaks': [{ memory: { before: 0, peak: 65 * MB, after: 0, buffered: 0 } }, /grew by 65 MB/],
  'memory that stays': [{ memory: { before: 0, peak: 33 * MB, after: 33 * MB, buffered: 0 } }, /still 33 MB larger/],
  'a wrong list': [{ complaints: ['GET /online: lists 49 of the 50'] }, /lists 49/],
};
for (const [name, [change, said]] of Object.entries(wrong)) {
  test(`the crowd complains of ${name}`, () => {
    const found = sufferings(phase(change), limits);
    assert.equal(found.length, 1);
    assert.match(found[0], said);
  });
}

test('an ack may take as much longer as the quiet server and the crowd itself are slow, but not where the bound is strict', () => {
  const quiet = phase({ acks: { count: 9, p50: 30, p99: 200, max: 200, slowestWay: 'socket' } });
  assert.equal(ackBound(quiet, false), 4000);
  assert.equal(ackBound(phase(), false), 3000);
  assert.equal(ackBound(quiet, true), 1000);
  const slow = phase({ acks: { count: 9, p50: 5, p99: 9, max: 1500, slowestWay: 'socket' }, lagMs: 600 });
  assert.deepEqual(sufferings(slow, { ...limits, strict: false }), []);
  assert.equal(sufferings(slow, limits).length, 1);
});

test('memory is flat where it ends as it was once warm, whatever the warm-up took', () => {
  const flat = [10, 90, ...Array.from({ length: 30 }, (_, i) => 100 + (i % 5))];
  assert.equal(flatness(flat.map((mb) => mb * MB)).held, true);
  const leaking = Array.from({ length: 32 }, (_, i) => 100 + i * 3);
  assert.equal(flatness(leaking.map((mb) => mb * MB)).held, false);
});

test('a soak holds only where nothing was lost and nobody was disturbed', () => {
  const outcome = (/** @type {'passed' | 'failed'} */ said, lost = 0) =>
    /** @type {any} */ ({ phase: phase({ lost }), result: { name: 'a', outcome: said, ms: 1 } });
  const held = (/** @type {any[]} */ outcomes) => soakVerdicts(outcomes).map((each) => each.held);
  assert.deepEqual(held([outcome('passed'), outcome('passed')]), [true, true, true]);
  assert.deepEqual(held([outcome('passed'), outcome('failed', 2)]), [false, false, true]);
  assert.equal(held([])[0], false, 'no attack is no soak');
});
