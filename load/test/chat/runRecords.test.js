import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { audit } from '../../ledger/audit.js';
import { recordOfRun } from '../../chat/runRecords.js';
import { cleanRun, finished, START } from '../ledger/cleanRun.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

const part = (/** @type {number} */ cpuSeconds) => ({ cpuSeconds, rssMb: 90, pssMb: 80, processes: 1 });

test('a run of chat.yml leaves the same record as the other commands', () => {
  const { ledger, store } = cleanRun();
  const record = finished(ledger);
  const at = (/** @type {number} */ ms, /** @type {number} */ cpu) => ({
    at: START + ms,
    memory: true,
    parts: { node: part(cpu), client: part(2 * cpu) },
  });
  const made = recordOfRun({
    command: 'npx artillery run load/chat.yml',
    plan: { users: 3, rate: 1, seconds: 1 },
    ledger: record,
    audit: audit(record, store),
    server: {
      ...{
        name: 'node',
        url: 'http://127.0.0.1:3000',
        version: '0.1.0',
        commit: 'abc',
        runtime: 'Node.js 24',
        limits: {},
      },
      ...{ rateLimits: false, database: null, fresh: false },
    },
    parts: ['node'],
    samples: { samples: [at(0, 1), at(1000, 1.5)], gauges: [], cpuSeconds: 0.1 },
  });
  assert.ok(valid(made), JSON.stringify(valid.errors, null, 2));
  assert.deepEqual(
    [made.startedAt, made.counts.sent, made.counts.errorPercent],
    [new Date(START).toISOString(), 20, 0],
  );
  assert.deepEqual([made.server.parts.server.cpuCores, made.client.cpuCores], [0.5, 1]);
  assert.deepEqual([made.series[0].sent, made.series[0].acknowledged], [20, 20]);
});
