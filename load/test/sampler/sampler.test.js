import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { now } from '../../src/ledger/clock.js';
import { Sampler } from '../../src/sampler/sampler.js';
import { usage } from '../../src/sampler/usage.js';

test('a process of its own looks at trees and gauges while something runs, and does not count itself', async (t) => {
  let asked = 0;
  /** @type {() => void} */
  let hasAnswer = () => {};
  const answered = new Promise((resolve) => (hasAnswer = () => resolve(undefined)));
  const answer = (/** @type {unknown} */ _request, /** @type {http.ServerResponse} */ response) => {
    response.end('chat_connections 3\n');
    // It asks again once it has read the answer before.
    if (++asked === 2) hasAnswer();
  };
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {any} */ (server.address());
  const metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const sampler = await Sampler.start({ parts: { me: [process.pid] }, metricsUrl });
  const began = now();
  await answered;
  const { samples, gauges } = await sampler.stop();
  assert.ok(samples[0].at <= began, 'what was used since is not known');
  assert.ok(samples.length >= 2, `${samples.length} looks`);
  assert.ok(samples.every(({ parts }) => parts.me.processes === 1 && parts.me.cpuSeconds > 0));
  assert.ok(samples[0].memory && samples[0].parts.me.pssMb > 1);
  assert.ok(samples[1].memory, 'of what takes less than a second nobody would know the memory');
  const { at, ...seen } = gauges[0];
  // Gauges that a server does not have are null, not 0.
  assert.deepEqual(seen, { connections: 3, loopLagSeconds: null, workersBusy: null });
  assert.ok(at > 0);
});

const sample = (/** @type {number} */ at, /** @type {number} */ cpuSeconds, pssMb = 0) => ({
  at,
  memory: pssMb > 0,
  parts: { node: { cpuSeconds, pssMb, rssMb: pssMb, processes: 1 } },
});

test('CPU of an interval grows evenly between two looks, memory counts at its highest', () => {
  const samples = [sample(0, 10, 50), sample(250, 10.2), sample(500, 10.2, 70), sample(1000, 10.7)];
  assert.deepEqual(usage(samples, 'node', 0, 1000), { cpuCores: (10.7 - 10) / 1, rssMb: 70, pssMb: 70 });
  const { cpuCores, pssMb } = usage(samples, 'node', 750, 1000);
  assert.ok(Math.abs(cpuCores - 1) < 1e-9);
  assert.equal(pssMb, null);
  assert.equal(usage(samples, 'node', 2000, 3000).cpuCores, 0);
});
