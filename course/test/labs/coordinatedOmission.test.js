import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { latenciesOf } from '../../labs/06-coordinated-omission/latenciesOf.js';
import { closedLoop } from '../../labs/06-coordinated-omission/closedLoop.js';
import { openLoop } from '../../src/openLoop.js';

/** Answers one request after the other. @param {number} ms time for each */
function oneWorker(ms) {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => sleep(ms));
    return last.then(() => /** @type {const} */ ('answered'));
  };
}

const plan = { rate: 100, seconds: 0.8, onAnswer: () => {} };

test('a closed loop hides an overload, an open loop and the intended times show it', async () => {
  const closed = await closedLoop({ ...plan, ask: oneWorker(20), users: 2 });
  const open = await openLoop({ ...plan, ask: oneWorker(20), patience: 5 });
  const at = (
    /** @type {number} */ percent,
    /** @type {typeof closed} */ { all, endAt },
    /** @type {'sentAt' | 'intendedAt'} */ from,
  ) => latenciesOf(all, from, endAt).percentile(percent);
  assert.ok(closed.all.length < 0.7 * closed.planned, `${closed.all.length} of ${closed.planned} were made`);
  assert.equal(open.all.length, open.planned);
  // 80 requests of 20 ms are due within 800 ms: half of the work is late in the end, on any machine.
  assert.ok(at(95, closed, 'intendedAt') > 250);
  assert.ok(at(95, open, 'intendedAt') > 500);
  assert.ok(at(50, closed, 'sentAt') < at(50, open, 'intendedAt'));
});

test('a request without an answer counts with its wait until the end of the measurement', () => {
  const all = [{ intendedAt: 1000, sentAt: 1500, answeredAt: null, outcome: /** @type {const} */ ('unanswered') }];
  assert.ok(Math.abs(latenciesOf(all, 'intendedAt', 3000).percentile(50) - 2000) < 10);
});
