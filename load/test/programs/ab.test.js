import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addRawTimes, readReport, runAb, spread } from '../../src/programs/ab.js';
import { Latencies } from '../../src/ledger/latencies.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { runJob } from '../../src/run/runJob.js';
import { jobsOf } from '../../src/run/workloads.js';
import { listening } from '../helpers/listening.js';
import { newFolder } from '../helpers/newFolder.js';
import { assertValid } from '../helpers/assertValid.js';

test('more users than one process may hold are spread evenly over several', () => {
  assert.deepEqual(spread(100, 20_000), [100]);
  assert.deepEqual(spread(20_000, 20_000), [10_000, 10_000]);
  assert.deepEqual(spread(20_001, Infinity), [10_000, 10_001]);
  assert.deepEqual(spread(10, 203), [2, 2, 3, 3]);
});

test('each kind of failure is read from a report of ab', () => {
  const report = readReport(`Time taken for tests:   20.002 seconds
Complete requests:      1000
Failed requests:        60
   (Connect: 10, Receive: 20, Length: 5, Exceptions: 25)
Non-2xx responses:      45
Total transferred:      117000 bytes
`);
  const counts = { ok: 920, bytes: 117000, otherCodes: 45, refused: 10, reset: 20, exceptions: 5 };
  assert.deepEqual(report, { seconds: 20.002, counts });
});

test('percentiles come from the times of all processes together', async (t) => {
  const folder = newFolder(t);
  const head = 'starttime\tseconds\tctime\tdtime\tttime\twait\n';
  const row = (ms) => `Sat Nov 21 06:00:00 2026\t1795240748\t0\t${ms}\t${ms}\t${ms}\n`;
  fs.writeFileSync(`${folder}/0.tsv`, head + row(1).repeat(99));
  fs.writeFileSync(`${folder}/1.tsv`, head + row(1000));
  const times = new Latencies();
  for (const name of ['0.tsv', '1.tsv', 'never-written.tsv']) await addRawTimes(`${folder}/${name}`, times);
  assert.deepEqual([times.count, Math.round(times.percentile(99)), Math.round(times.percentile(100))], [100, 1, 1000]);
});

/** @param {string} url @param {number} [users] */
async function flood(url, users = 2) {
  const [job] = jobsOf('flood', { levels: [users], seconds: 1 });
  const [record] = await runJob({ url }, job, () => {});
  return record;
}

test('a flood of any address becomes a record of the schema', async (t) => {
  const url = await listening(
    t,
    http.createServer((_request, response) => response.end()),
  );
  const record = await flood(`${url}/empty`);
  assertValid(record);
  assert.deepEqual([failedVerdicts(record), record.plan.target], [[], `${url}/empty`]);
  assert.ok(record.latencies.request.count >= record.counts.requests && record.counts.requests > 0);
  assert.deepEqual(record.server.parts, {}, 'nobody knows its processes');
});

test('several ab processes flood together and their counts add up', async (t) => {
  let answered = 0;
  const url = await listening(
    t,
    http.createServer((_request, response) => response.end(void answered++)),
  );
  const { processes, counts, times } = await runAb({ url: `${url}/`, users: 4, seconds: 1, limit: 202 });
  const { requests, empty, ...failed } = counts;
  assert.equal(processes, 2);
  assert.ok(requests > 0 && requests <= answered, `${requests} of ${answered}`);
  assert.deepEqual(new Set(Object.values(failed)), new Set([0]));
  assert.equal(times.count, requests + empty);
  assert.ok(empty <= 4, `${empty} requests under way when the time was up`);
});

test('connections that break before the answer are counted as reset, not as answered', async (t) => {
  const server = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const { counts } = await flood(await listening(t, server));
  assert.equal(counts.requests, 0);
  assert.ok(Number(counts.reset) + Number(counts.exceptions) > 0, JSON.stringify(counts));
});

test('connections that end without an answer are counted as empty, not as answered', async (t) => {
  let connections = 0;
  let answered = 0;
  const server = net.createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        if (connections++ % 2 === 0) return socket.end();
        answered++;
        return socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      }),
  );
  const { requests, empty } = (await flood(await listening(t, server))).counts;
  assert.ok(Number(empty) > 0 && Number(requests) > 0, `${empty} empty, ${requests} counted`);
  assert.ok(Number(requests) <= answered, `${requests} counted of ${answered} answered`);
});

test('a flood of a port without a server fails, with no request answered', async () => {
  const record = await flood('http://127.0.0.1:8/');
  const { requests, refused, reset, deaths } = record.counts;
  assert.equal(requests, 0);
  assert.ok(Number(refused) + Number(reset) + Number(deaths) > 0, JSON.stringify(record.counts));
  assert.ok(failedVerdicts(record).some(({ name }) => name === 'runs without an answer'));
});

test('without ab a flood names the package to install', (t) => {
  const PATH = newFolder(t);
  for (const name of ['bash', 'getconf']) fs.symlinkSync(`/usr/bin/${name}`, path.join(PATH, name));
  const main = fileURLToPath(new URL('../../src/run/main.js', import.meta.url));
  const words = [main, 'flood', '--url', 'http://127.0.0.1:9/', '--users', '2', '--seconds', '1'];
  const { status, stderr } = spawnSync(process.execPath, words, { env: { PATH }, encoding: 'utf8' });
  assert.equal(status, 2, stderr);
  assert.match(stderr, /ab is not on this machine.*apt-get install apache2-utils/);
});
