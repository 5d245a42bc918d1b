import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { unixConnections } from '../../../load/src/machine/unixRequests.js';
import { WatchedChat } from '../../livePage/watch/watchedChat.js';
import { startStubChat } from './stubChat.js';

/**
 * A pool whose workers are all busy: what connects to its unix socket waits.
 * @param {import('node:test').TestContext} t
 * @param {string} file
 */
async function startBusyPool(t, file) {
  const pool = spawn(process.execPath, [
    '-e',
    'require("net").createServer().listen(process.argv[1], () => console.log("up"))',
    file,
  ]);
  t.after(() => pool.kill('SIGKILL'));
  await once(pool.stdout, 'data');
  pool.kill('SIGSTOP');
}

/**
 * An HTTP server that hands each request to a pool.
 * @param {import('node:test').TestContext} t
 * @param {string} file of the pool's socket
 */
async function startFront(t, file) {
  /** @type {net.Socket[]} */
  const handed = [];
  const front = http.createServer(() => handed.push(net.connect(file).on('error', () => {})));
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.after(() => {
    for (const socket of handed) socket.destroy();
    front.close();
    front.closeAllConnections();
  });
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (front.address()).port}`;
}

test('the queue at the workers is that of others: what the watcher itself asks is no part of it', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-pool-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const at = path.join(folder, 'fpm-');
  const file = `${at}1.sock`;
  await startBusyPool(t, file);
  const loop = await startStubChat(t);
  const url = await startFront(t, file);
  const watched = new WatchedChat(
    {
      ...{ name: 'laravel', title: 'Laravel', url, front: null },
      loop: { url: loop.url, pid: process.pid },
      workers: { pid: process.pid, at },
    },
    () => {},
  );
  t.after(() => watched.close());
  for (let call = 0; call < 2; call++) {
    http.get(`${url}/lab/worker/wait`).on('error', () => {});
  }
  watched.ask();
  const inBacklog = () => unixConnections((one) => one === file)?.waiting ?? 0;
  // Two lab calls, the watcher's question for metrics, and at least three of its probe.
  while (inBacklog() < 6) await sleep(20);
  assert.equal(watched.look(performance.timeOrigin + performance.now()).waiting, 2);
});
