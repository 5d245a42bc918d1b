import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRow } from '../../livePage/server/rows.js';

/** @param {number} second @param {object} [other] @returns {any} */
const row = (second, other = {}) => ({
  second,
  span: 1,
  sent: 10,
  acknowledged: 10,
  refused: 0,
  delivered: 100,
  ack: { p50: 1, p95: 2, p99: 3 },
  delivery: null,
  lost: 0,
  waiting: 0,
  users: 10,
  cpuCores: 0.5,
  memoryMb: 50,
  clientCpuCores: null,
  loopLagMs: 1,
  workersBusy: null,
  workersWaiting: null,
  bound: false,
  ...other,
});

test('a long run keeps its whole time in a bounded number of rows, and counts nothing twice', () => {
  /** @type {any[]} */
  const rows = [];
  for (let second = 0; second < 10_000; second++) {
    addRow(rows, row(second), 100);
    assert.ok(rows.length <= 100);
  }
  assert.equal(rows[0].second, 0);
  assert.equal(
    rows.reduce((sum, { sent }) => sum + sent, 0),
    100_000,
  );
  assert.equal(
    rows.reduce((sum, { span }) => sum + span, 0),
    10_000,
  );
  for (const [place, { second, span }] of rows.entries())
    assert.equal(second + span, rows[place + 1]?.second ?? 10_000);
});

test('of seconds that become one the worse is shown, and levels as they were last', () => {
  /** @type {any[]} */
  const rows = [];
  addRow(rows, row(0, { ack: { p50: 9, p95: 90, p99: 900 }, loopLagMs: 7, cpuCores: 1, bound: true }), 2);
  addRow(rows, row(1, { lost: 3, users: 20, ack: null }), 2);
  addRow(rows, row(2), 2);
  const [first] = rows;
  assert.deepEqual(first.ack, { p50: 9, p95: 90, p99: 900 });
  assert.deepEqual([first.loopLagMs, first.cpuCores, first.bound, first.lost, first.users], [7, 0.75, true, 3, 20]);
});
