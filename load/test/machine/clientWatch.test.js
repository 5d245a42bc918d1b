import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientWatch } from '../../src/machine/clientWatch.js';
import { now } from '../../src/machine/clock.js';

test('a watch measures what the process used since its start', () => {
  for (const until = now() + 100; now() < until;);
  const watch = new ClientWatch();
  const before = process.cpuUsage();
  for (const until = now() + 100; now() < until;);
  const used = process.cpuUsage(before);
  const { cpuCores, loopDelayP99Ms } = watch.stop();
  assert.ok(cpuCores > 0 && cpuCores * 1000 < used.user + used.system, `${cpuCores} cores`);
  assert.ok(loopDelayP99Ms >= 0);
});
