import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addRawTimes, readReport, runAb, spread } from '../../src/tools/ab.js';
import { Latencies } from '../../src/ledger/latencies.js';

/** @returns {Promise<string>} address of a server that ends with the test */
async function listening(t, server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  t.after(() => server.closeAllConnections?.());
  return `http://127.0.0.1:${server.address().port}/`;
}

test('a concurrency over what one process may hold is spread evenly over several', () => {
  assert.deepEqual(spread(100, 20_000), [100]);
  assert.deepEqual(spread(20_000, 20_000), [10_000, 10_000]);
  assert.deepEqual(spread(20_001, Infinity), [10_000, 10_001]);
  assert.deepEqual(spread(10, 203), [2, 2, 3, 3]);
});

test('a report is read with its failures apart', () => {
  const report = readReport(`Time taken for tests:   20.002 seconds
Complete requests:      1000
Failed requests:        60
   (Connect: 10, Receive: 20, Length: 5, Exceptions: 25)
Non-2xx responses:      45
Total transferred:      117000 bytes
`);
  assert.deepEqual(report, {
    seconds: 20.002,
    ok: 900,
    bytes: 117000,
    otherCodes: 45,
    refused: 10,
    reset: 20,
    exceptions: 25,
  });
});

test('percentiles are taken over the raw times of all processes together', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ab-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const head = 'starttime\tseconds\tctime\tdtime\tttime\twait\n';
  const row = (ms) => `Sat Nov 21 06:00:00 2026\t1795240748\t0\t${ms}\t${ms}\t${ms}\n`;
  fs.writeFileSync(`${folder}/0.tsv`, head + row(1).repeat(99));
  fs.writeFileSync(`${folder}/1.tsv`, head + row(1000));
  const times = new Latencies();
  for (const name of ['0.tsv', '1.tsv', 'never-written.tsv']) await addRawTimes(`${folder}/${name}`, times);
  assert.deepEqual([times.count, Math.round(times.percentile(99)), Math.round(times.percentile(100))], [100, 1, 1000]);
});

test('several ab processes flood together and their counts add up', async (t) => {
  let answered = 0;
  const url = await listening(
    t,
    http.createServer((_request, response) => response.end(void answered++)),
  );
  const flood = await runAb({ url, users: 4, seconds: 1, limit: 202 });
  assert.equal(flood.processes, 2);
  assert.ok(flood.ok > 10 && flood.ok <= answered, `${flood.ok} of ${answered}`);
  assert.equal(flood.otherCodes + flood.refused + flood.reset + flood.timeouts, 0);
  assert.equal(flood.times.count, flood.ok + flood.empty);
  assert.ok(flood.empty <= 4, `${flood.empty} requests under way when the time was up`);
});

test('connections that break before the answer are counted as reset, not as answered', async (t) => {
  const url = await listening(
    t,
    net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  const flood = await runAb({ url, users: 2, seconds: 1 });
  assert.equal(flood.ok, 0);
  assert.ok(flood.reset + flood.exceptions > 10, JSON.stringify(flood));
});

test('a server that answers every second connection is counted by the bytes that came', async (t) => {
  let connections = 0;
  let answered = 0;
  const url = await listening(
    t,
    net.createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', () => {
          if (connections++ % 2 === 0) return socket.end();
          answered++;
          return socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        }),
    ),
  );
  const flood = await runAb({ url, users: 2, seconds: 1 });
  assert.ok(flood.empty > 10, JSON.stringify(flood));
  assert.ok(flood.ok > 10 && flood.ok <= answered, `${flood.ok} counted of ${answered} answered`);
});

test('a port where nobody listens answers nothing, and says so', async () => {
  const flood = await runAb({ url: 'http://127.0.0.1:9/', users: 2, seconds: 1 });
  assert.equal(flood.ok, 0);
  assert.ok(flood.refused + flood.exceptions + flood.deaths.length > 0, JSON.stringify(flood));
});

test('without ab a flood says which package brings it, and blames no server', (t) => {
  const PATH = fs.mkdtempSync(path.join(os.tmpdir(), 'no-ab-'));
  t.after(() => fs.rmSync(PATH, { recursive: true }));
  for (const name of ['bash', 'getconf']) fs.symlinkSync(`/usr/bin/${name}`, path.join(PATH, name));
  const main = fileURLToPath(new URL('../../src/run/main.js', import.meta.url));
  const words = [main, 'flood', '--url', 'http://127.0.0.1:9/', '--users', '2', '--seconds', '1'];
  const { status, stderr } = spawnSync(process.execPath, words, { env: { PATH }, encoding: 'utf8' });
  assert.equal(status, 2, stderr);
  assert.match(stderr, /ApacheBench \(ab\).*apt-get install apache2-utils/);
});
