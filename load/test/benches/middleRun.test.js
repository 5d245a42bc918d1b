import assert from 'node:assert/strict';
import { test } from 'node:test';
import { middleRun } from '../../benches/middleRun.js';

/** @param {number} p95 @param {number} ratio @param {boolean} [failed] @returns {any} */
const run = (p95, ratio, failed = false) => ({ result: { audit: { delivery: { p95 } }, ratio }, failed });

test('of several runs the one with the middle p95 is shown, and what all had', () => {
  const { result, failed } = middleRun([run(80, 41), run(50, 33), run(60, 39)]);
  assert.equal(failed, false);
  assert.equal(result.ratio, 39);
  assert.deepEqual(
    result.runs?.map(({ delivery, ratio }) => [/** @type {any} */ (delivery).p95, ratio]),
    [
      [80, 41],
      [50, 33],
      [60, 39],
    ],
  );
});

test('of two runs the slower one is shown', () => {
  assert.equal(middleRun([run(50, 33), run(80, 41)]).result.ratio, 41);
});

test('a run that failed is not hidden by others', () => {
  const { result, failed } = middleRun([run(50, 33), run(60, 39), run(40, 30, true)]);
  assert.equal(failed, true);
  assert.equal(result.ratio, 30);
});

test('a single run has no others beside it', () => {
  assert.equal('runs' in middleRun([run(50, 33)]).result, false);
});
