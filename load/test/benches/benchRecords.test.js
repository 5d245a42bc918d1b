import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { connectionsRecord } from '../../benches/connectionsRecord.js';
import { emptyRecord } from '../../benches/emptyRecord.js';
import { compareTurns } from '../../benches/emptyTurns.js';
import { compareRuns } from '../../comparison/compareRuns.js';
import { loadKey } from '../../comparison/sameWork.js';
import { faultsRecord } from '../../faultInjection/faultsRecord.js';
import { asMarkdown } from '../../htmlReport/asMarkdown.js';
import { page } from '../../htmlReport/page.js';
import { reportOf } from '../../htmlReport/reportOf.js';
import { Latencies } from '../../ledger/latencies.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

const told = { version: null, commit: 'abc', runtime: null, rateLimits: null, limits: {}, database: null };
const server = { name: 'node', url: 'http://127.0.0.1:3000', ...told, fresh: false };
const client = { cpuCores: 0.2, loopDelayP99Ms: 1, bound: false };

/** @param {number} kilobytesEach @param {number} failed */
function joins(kilobytesEach, failed = 0) {
  const memory = (/** @type {number} */ rssMb) => ({ rssMb, pssMb: rssMb });
  return {
    ...{ startedAt: Date.UTC(2026, 0, 1), seconds: 6, receivers: 100, failed, joinsPerSecond: 500, kilobytesEach },
    ...{ wireMegabytes: 0.5, before: memory(80), after: memory(90), serverSecondsEach: 0.001, client, ends: [] },
    why: failed > 0 ? 'refused' : null,
  };
}
const connections = (/** @type {number} */ kilobytesEach, failed = 0) =>
  connectionsRecord({
    ...{ command: 'load/bench connections', plan: { target: 'node', users: 100 }, server, pid: process.pid },
    ...{ measured: joins(kilobytesEach, failed), baseline: joins(10) },
  });

/** @param {number} exceptions */
function empty(exceptions = 0) {
  const times = new Latencies();
  for (const ms of [1, 2, 3, 4]) times.record(ms, 250);
  const flood = {
    ...{ users: 5, processes: 2, seconds: 2, ok: 1000, empty: 0, otherCodes: 0, refused: 0, reset: 0, timeouts: 0 },
    ...{ wrongLength: 0, exceptions, requestsPerSecond: 500, times, abCores: 1, deaths: [] },
  };
  const side = { requestsPerSecond: 500, ok: 1000, cpuSeconds: 1, cpuMicroseconds: 1000, failed: 0, abCores: 1 };
  const turns = [1, 2].map(() => ({ server: side, baseline: { ...side, requestsPerSecond: 1000 } }));
  const row = { ...compareTurns(turns), ab: 2, clientBound: false };
  return emptyRecord({
    ...{ command: 'load/bench empty', plan: { target: 'node', users: 5 }, server, pid: process.pid },
    ...{ startedAt: Date.UTC(2026, 0, 1), floods: [flood, flood], row },
  });
}

/** @param {number} wrong @param {string} [fault] */
const faults = (wrong, fault = 'drop') =>
  faultsRecord({
    ...{ command: 'load/faults', plan: { target: 'node', users: 20, fault }, client: 'raw' },
    server: { ...server, fresh: true, descriptors: null },
    took: { startedAt: Date.UTC(2026, 0, 1), seconds: 30, cpuCores: 0.3, loopDelayP99Ms: 2 },
    outcomes: [0, 1, 2].map((run) => ({ passed: run >= wrong, injected: 12, named: { lost: run >= wrong ? 12 : 11 } })),
  });

/** @param {object[]} records */
const report = (...records) => reportOf(/** @type {any} */ (records));

test('benches and injected faults leave records as the schema says', () => {
  for (const record of [connections(12), connections(12, 3), empty(), empty(2), faults(0), faults(1)]) {
    assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  }
  assert.equal(connections(12).counts.timesNullKilobytes, 1.2);
  const { requests, timesBare, requestsPerSecond } = empty().counts;
  assert.deepEqual([requests, timesBare, requestsPerSecond], [2000, 0.5, 500]);
  assert.equal(empty().latencies.request.count, 2000);
  assert.deepEqual([faults(1).counts.injected, faults(1).counts.named], [36, 35]);
});

test('a report of them says whether all is well, in the figures of each kind, in every form', async () => {
  const good = report(connections(12), empty(), faults(0), faults(0, 'swap'));
  assert.equal(
    good.sentence.text,
    'All 4 runs are good: every request got its 2xx answer, everybody joined and stayed, and the ledger named every injected fault, and nothing else.',
  );
  assert.deepEqual(
    good.kinds.map(({ kind, table: { rows } }) => [kind, rows.length]),
    [['empty', 1], ['connections', 1], ['faults', 2]], // prettier-ignore
  );
  assert.ok(good.kinds[1].table.rows[0].some(({ text }) => text === '12'));
  const html = await page(good);
  assert.match(html, /What it costs|Injected faults/);
  assert.doesNotMatch(html, /undefined|NaN|\[object/);
  assert.match(asMarkdown(good), /times bare node:http/);

  const bad = report(connections(12, 3), empty(2), faults(1));
  assert.match(
    bad.sentence.text,
    /^3 of 3 runs failed: .* at 5 users \(requests without a 2xx answer: 4\), and 2 more/,
  );
});

test('what a connection costs can be compared, and only with the same', () => {
  const runs = (/** @type {number} */ kilobytes) =>
    /** @type {any} */ ([0, 1, 2, 3, 4, 5].map((run) => connections(kilobytes + run / 100)));
  const { rows } = compareRuns(runs(10), runs(20), { least: 5 });
  const kilobytes = rows.find(({ metric }) => metric === 'kilobytesEach');
  assert.ok(kilobytes?.difference);
  const chatted = { ...runs(10)[0], kind: 'messages' };
  assert.notEqual(loadKey(runs(10)[0]), loadKey(chatted), 'the same users, another load');
  const [drops, swaps] = [faults(0), faults(0, 'swap')].map((run) => loadKey(/** @type {any} */ (run)));
  assert.notEqual(drops, swaps);
});
