import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../src/machine/clock.js';
import { sampleWhile } from '../../src/machine/sampler.js';
import { usage } from '../../src/machine/usage.js';

test('a separate process samples process trees while work runs', async () => {
  let began = 0;
  const { done, samples } = await sampleWhile({ me: [process.pid] }, async () => {
    began = now();
    await sleep(400);
    return 'done';
  });
  assert.equal(done, 'done');
  assert.ok(samples[0].at <= began, 'the first sample comes before the work');
  assert.ok(samples.length >= 2 && samples.every(({ parts }) => parts.me.cpuSeconds > 0), `${samples.length} samples`);
  assert.ok(Number(samples[0].parts.me.pssMb) > 1);
  assert.ok(samples[1].parts.me.pssMb, 'the second sample has the memory too, so that short work has one');
});

test('if the work fails, its error is passed on and the sampler ends', async () => {
  await assert.rejects(
    sampleWhile({ me: [process.pid] }, () => Promise.reject(new Error('enough'))),
    /enough/,
  );
});

const sample = (
  /** @type {number} */ at,
  /** @type {number} */ cpuSeconds,
  /** @type {number | null} */ pssMb = null,
) => ({
  at,
  parts: { node: { cpuSeconds, pssMb, rssMb: 0 } },
});

test('CPU is spread evenly between two samples, and memory is the highest sample', () => {
  const samples = [sample(0, 10, 50), sample(250, 10.2), sample(500, 10.2, 70), sample(1000, 10.7)];
  assert.deepEqual(usage(samples, 'node', 0, 1000), { cpuCores: (10.7 - 10) / 1, pssMb: 70 });
  const { cpuCores, pssMb } = usage(samples, 'node', 750, 1000);
  assert.ok(Math.abs(cpuCores - 1) < 1e-9);
  assert.equal(pssMb, null);
  assert.equal(usage(samples, 'node', 2000, 3000).cpuCores, 0);
});
