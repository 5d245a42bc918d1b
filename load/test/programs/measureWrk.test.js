import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { failedVerdicts } from '../../src/record/verdict.js';
import { runJob } from '../../src/run/runJob.js';
import { runWrk } from '../../src/programs/measureWrk.js';
import { jobsOf } from '../../src/run/workloads.js';
import { listening } from '../helpers/listening.js';
import { assertValid } from '../helpers/assertValid.js';

test('wrk requests one address a run, and its counts and latencies become a record', async (t) => {
  let asked = 0;
  const server = http.createServer((request, response) => {
    if (request.url === '/name_list') return response.writeHead(503).end();
    if (request.url === '/greet') asked++;
    response.end('Hello!');
  });
  const url = await listening(t, server);
  const [greet, , list] = jobsOf('endpoints', { seconds: 1, warmUp: 0, repetitions: 1 });
  const [record] = await runJob({ url }, greet, () => {});
  assertValid(record);
  assert.deepEqual([failedVerdicts(record), record.plan.request, record.client.name], [[], 'greet', 'wrk']);
  assert.ok(record.counts.requests > 0 && record.counts.requests <= asked, `${record.counts.requests} of ${asked}`);
  const { min, mean, stdDev, p50, p95, p99, max } = record.latencies.request;
  assert.ok(min <= p50 && p50 <= p95 && p95 <= p99 && p99 <= max && mean <= max && stdDev > 0, JSON.stringify(record));
  assert.ok(record.counts.kilobytesPerSecond > 0);

  const [refused] = await runJob({ url }, { ...list, warmUp: 1 }, () => {});
  assert.deepEqual([record.plan.warmUpSeconds, refused.plan.warmUpSeconds], [0, 1]);
  assert.equal(refused.counts.requests, 0);
  assert.deepEqual(failedVerdicts(refused)[0].name, 'requests without a 2xx answer');
});

test('for a port without a server the error is that of wrk', async () => {
  await assert.rejects(runWrk({ url: 'http://127.0.0.1:9/', connections: 1, threads: 1, seconds: 1 }), /wrk ended/);
});
