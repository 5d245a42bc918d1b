import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientWatch } from '../../src/machine/clientWatch.js';

test('a watch counts the CPU time since its start only', () => {
  for (const { user } = process.cpuUsage(); process.cpuUsage().user - user < 200_000;);
  const watch = new ClientWatch();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const { cpuCores, loopDelayP99Ms } = watch.stop();
  assert.ok(cpuCores < 0.5, `${cpuCores} cores`);
  assert.ok(loopDelayP99Ms >= 0);
});
