import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Processes } from '../../src/server/processes.js';

test('who has ended its processes is kept waiting by nothing, and many of them take one listener of its end', async (t) => {
  const logs = fs.mkdtempSync(path.join(os.tmpdir(), 'processes-'));
  t.after(() => fs.rmSync(logs, { recursive: true }));
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = { timers: timers(), listeners: process.listenerCount('exit') };
  const servers = ['one', 'two'].map((name) => {
    const server = new Processes(logs);
    server.start(name, 'sleep', ['60']);
    return server;
  });
  await Promise.all(servers.map((server) => server.stop()));
  assert.deepEqual({ timers: timers(), listeners: process.listenerCount('exit') }, before);
});

test('who has stopped its processes finds none, also of those that do not end when they are asked', async (t) => {
  const logs = fs.mkdtempSync(path.join(os.tmpdir(), 'processes-'));
  t.after(() => fs.rmSync(logs, { recursive: true }));
  const server = new Processes(logs, { patienceMs: 1 });
  const pid = server.start('stubborn', 'sh', ['-c', 'trap : TERM; echo ready; while :; do sleep 1; done']);
  while (!server.tail('stubborn').includes('ready')) await sleep(5);
  await server.stop();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});
