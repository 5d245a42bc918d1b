import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientWatch, clientBoundBy } from '../../src/record/clientBound.js';
import { now } from '../../src/ledger/clock.js';

test('a client is bound by what it adds itself to the latencies that it measures', () => {
  const kept = { cpuCores: 0.5, sendLatenessP95: 4, loopDelayP99Ms: 3, ackP95: 10 };
  assert.deepEqual(clientBoundBy(kept), []);
  assert.deepEqual(clientBoundBy({ ...kept, cpuCores: 0.95 }), ['CPU']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30 }), ['late sends', 'loop delay']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30, ackP95: 200 }), []);
});

test('a watch tells what the process used since it was made', () => {
  for (const until = now() + 100; now() < until;);
  const watch = new ClientWatch();
  const before = process.cpuUsage();
  for (const until = now() + 100; now() < until;);
  const used = process.cpuUsage(before);
  const { cpuCores, loopDelayP99Ms } = watch.stop();
  assert.ok(cpuCores > 0 && cpuCores * 1000 < used.user + used.system, `${cpuCores} cores`);
  assert.ok(loopDelayP99Ms >= 0);
});
