import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOwners } from '../../benches/portOwner.js';
import { ProcessTree } from '../../benches/processTree.js';

test('the CPU time of a child counts to the tree, while it runs and after it has ended', async (t) => {
  const spin = 'const until = Date.now() + 600; while (Date.now() < until);';
  const parent = spawn('bash', ['-c', `"${process.execPath}" -e '${spin}'; sleep 5`]);
  t.after(() => parent.kill());
  const tree = new ProcessTree([parent.pid]);
  await sleep(400);
  const running = tree.sample();
  assert.ok(running.processes >= 2 && running.rssMb > 10, JSON.stringify(running));
  for (let tries = 0; tree.sample().processes > 2 && tries < 50; tries++) await sleep(100);
  await sleep(1500);
  const { cpuSeconds } = tree.sample();
  assert.ok(cpuSeconds >= 0.1 && cpuSeconds >= running.cpuSeconds, `${cpuSeconds} s after ${running.cpuSeconds} s`);
});

test('the owner of a port is found, and nobody for a port that is free', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  assert.deepEqual(portOwners(server.address().port), [process.pid]);
  assert.deepEqual(portOwners(9), []);
});
