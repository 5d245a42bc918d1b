import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { audit } from '../../ledger/audit.js';
import { recordOfRun } from '../../chat/runRecords.js';
import { Ledger } from '../../ledger/ledger.js';
import { engineVerdicts } from '../../chat/thresholds.js';
import { failedVerdicts } from '../../runRecord/verdict.js';
import { cleanRun, finished, START } from '../ledger/cleanRun.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

const part = (/** @type {number} */ cpuSeconds) => ({ cpuSeconds, rssMb: 90, pssMb: 80, processes: 1 });

/**
 * @param {import('../../ledger/ledger.js').LedgerRecord} ledger
 * @param {import('../../ledger/ledger.js').ReceivedMessage[]} store
 * @param {{several?: boolean, counters?: Record<string, number>}} [run]
 */
function recordOf(ledger, store, { several = false, counters = {} } = {}) {
  const at = (/** @type {number} */ ms, /** @type {number} */ cpu) => ({
    at: START + ms,
    memory: true,
    parts: { node: part(cpu), client: part(2 * cpu) },
  });
  return recordOfRun({
    command: 'npx artillery run load/chat.yml',
    plan: { users: 3, rate: 1, seconds: 1, messages: 20 },
    engine: engineVerdicts(counters),
    several,
    thresholds: { lost: 0, unsent: 0, errorPercent: 0 },
    ledger,
    audit: audit(ledger, store),
    server: {
      ...{
        name: 'node',
        url: 'http://127.0.0.1:3000',
        version: '0.1.0',
        commit: 'abc',
        runtime: 'Node.js 24',
        limits: {},
      },
      ...{ rateLimits: false, database: null, fresh: false, descriptors: null },
    },
    parts: ['node'],
    samples: { samples: [at(0, 1), at(1000, 1.5)], gauges: [], cpuSeconds: 0.1 },
  });
}

test('a run of chat.yml leaves the same record as the other commands', () => {
  const { ledger, store } = cleanRun();
  const made = recordOf(finished(ledger), store);
  assert.ok(valid(made), JSON.stringify(valid.errors, null, 2));
  assert.deepEqual(
    [made.startedAt, made.counts.sent, made.counts.errorPercent],
    [new Date(START).toISOString(), 20, 0],
  );
  assert.deepEqual([made.server.parts.server.cpuCores, made.client.cpuCores], [0.5, 1]);
  assert.deepEqual(
    made.verdicts.map(({ name, passed }) => [name, passed]),
    [
      ['lost deliveries', true],
      ['unsent by the load client', true],
      ['error %', true],
      ['store unread', true],
      ...['duplicated', 'out of order', 'wrong ids', 'altered', 'false acks'].map((name) => [name, true]),
    ],
  );
  assert.deepEqual([made.series[0].sent, made.series[0].acknowledged], [20, 20]);
});

test('a side that nobody joined has failed by that alone', () => {
  const made = recordOf(new Ledger({ run: 'r1', target: 'node' }).toJSON(), []);
  assert.ok(valid(made), JSON.stringify(valid.errors, null, 2));
  assert.deepEqual(made.verdicts, [{ name: 'users that did not join', value: 3, most: 0, passed: false }]);
});

test('Artillery’s errors fail the only target, and are a note where there are several', () => {
  const { ledger, store } = cleanRun();
  const counters = { 'errors.ECONNREFUSED': 3 };
  const [only, one] = [false, true].map((several) => recordOf(finished(ledger), store, { several, counters }));
  assert.deepEqual(
    failedVerdicts(only).map(({ name, value }) => [name, value]),
    [["Artillery's ECONNREFUSED", 3]],
  );
  assert.equal(only.notes, undefined);
  assert.deepEqual(failedVerdicts(one), []);
  assert.deepEqual(one.notes, ["Artillery's ECONNREFUSED: 3, on any target of the run"]);
});
