import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { failedVerdicts } from '../../src/record/verdict.js';
import { openServer } from '../../src/server/openServer.js';
import { runJob } from '../../src/run/runJob.js';
import { toolBound } from '../../src/tools/toolBound.js';
import { jobsOf } from '../../src/workload/workloads.js';
import { assertValid } from '../validRecord.js';

/** @param {import('node:test').TestContext} t @param {net.Server} server @returns {Promise<string>} its address */
async function listening(t, server) {
  t.after(() => server.close());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (server.address()).port}/empty`;
}

/** @param {string} url */
function flood(url) {
  const [job] = jobsOf('flood', { levels: [2], seconds: 1 });
  return runJob({ url }, { ...job, command: 'load/flood' }, () => {});
}

test('a flood of any address becomes a record as the schema says', async (t) => {
  const url = await listening(
    t,
    http.createServer((_request, response) => response.end()),
  );
  const record = await flood(url);
  assertValid(record);
  assert.deepEqual([failedVerdicts(record), record.plan.target], [[], url]);
  assert.ok(record.latencies.request.count >= record.counts.requests && record.counts.requests > 10);
  assert.ok(record.server.parts.server.pssMb !== 0);
});

test('a server that accepts and closes has answered nothing', async (t) => {
  const url = await listening(
    t,
    net.createServer((socket) => socket.end()),
  );
  const record = await flood(url);
  assert.equal(record.counts.requests, 0);
  assert.deepEqual(
    failedVerdicts(record).map(({ name }) => name),
    ['requests without a 2xx answer', 'runs without an answer'],
  );
});

test('of an instance that is named and not there, nobody else’s ports are flooded in its place', async () => {
  await assert.rejects(openServer({ target: 'node', instance: 'never-started' }), /never-started has no node/);
});

test('the client set the figure where ab was busy throughout, or had more of a full machine than the server', () => {
  const bound = (/** @type {number} */ cpuCores, /** @type {number} */ serverCores, threads = 1) =>
    toolBound({ name: 'ab', cpuCores, threads }, serverCores, 2);
  assert.match(String(bound(0.95, 0.5)), /ab was busy throughout/);
  assert.match(String(bound(0.8, 1.1)), /the server had 1\.1 of the 2 cores/);
  assert.equal(bound(0.5, 0.6), null);
  assert.match(String(bound(1.2, 0.7, 2)), /ab took 1\.2/);
});
