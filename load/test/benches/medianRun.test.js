import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianRun } from '../../benches/medianRun.js';

/** @param {{p95: number, ratio: number, cpu?: number, lost?: number, failed?: boolean, errors?: Record<string, number>}} run @returns {any} */
const run = ({ p95, ratio, cpu = 1, lost = 0, failed = false, errors = {} }) => ({
  result: {
    target: 'node',
    database: null,
    audit: { delivery: { p95 }, lost, errors },
    server: { cpuCores: cpu },
    client: { bound: p95 > 70 },
    faults: lost > 0 ? [{ kind: 'lost' }] : [],
    ratio,
  },
  failed,
});

test('of several runs each figure is its own median, beside what all had', () => {
  const { result, failed } = medianRun([
    run({ p95: 80, ratio: 41, cpu: 0.2 }),
    run({ p95: 50, ratio: 33, cpu: 0.9 }),
    run({ p95: 60, ratio: 39, cpu: 0.1 }),
  ]);
  assert.equal(failed, false);
  assert.deepEqual([result.audit.delivery.p95, result.ratio, result.server.cpuCores], [60, 39, 0.2]);
  assert.deepEqual([result.target, result.database, result.client.bound], ['node', null, true]);
  assert.deepEqual(
    result.runs?.map(({ delivery, ratio }) => [/** @type {any} */ (delivery).p95, ratio]),
    [
      [80, 41],
      [50, 33],
      [60, 39],
    ],
  );
});

test('what went wrong in one run is not hidden by the others', () => {
  const { result, failed } = medianRun([
    run({ p95: 50, ratio: 33 }),
    run({ p95: 60, ratio: 39, lost: 7, errors: { ack_timeout: 2 }, failed: true }),
    run({ p95: 40, ratio: 30 }),
  ]);
  assert.equal(failed, true);
  assert.deepEqual(
    [result.audit.lost, result.audit.errors, result.faults],
    [7, { ack_timeout: 2 }, [{ kind: 'lost' }]],
  );
});

test('a single run has no others beside it', () => {
  assert.equal('runs' in medianRun([run({ p95: 50, ratio: 33 })]).result, false);
});
