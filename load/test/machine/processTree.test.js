import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleTree } from '../../src/machine/processTree.js';

test('the CPU time of a child counts to the tree, while it runs and after it has ended', async (t) => {
  const spin = 'while (process.cpuUsage().user < 400_000);';
  const parent = spawn('bash', ['-c', `"${process.execPath}" -e '${spin}'; echo ended; sleep 60`], { detached: true });
  t.after(() => process.kill(-parent.pid, 'SIGKILL'));
  const sample = () => sampleTree([parent.pid]);
  let running = sample();
  for (let tries = 0; running.rssMb < 10 && tries < 1500; tries++, running = sample()) await sleep(20);
  assert.ok(running.rssMb >= 10, JSON.stringify(running));
  await once(parent.stdout, 'data');
  const { cpuSeconds } = sample();
  assert.ok(cpuSeconds >= 0.39, `${cpuSeconds} s`);
});
