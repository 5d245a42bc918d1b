import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../src/chat/runLoad.js';
import { childrenOfAll } from '../src/machine/processTree.js';
import { sessionsOf } from './chat/tinyChat.js';

const SERVER = new URL('../baselines/null-server.js', import.meta.url).pathname;

test('the null server runs in as many processes as its users need, and is one chat all the same', async (t) => {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (probe.address());
  probe.close();
  // 250 users, and 100 descriptors beside the process's own.
  const server = spawn('bash', [
    '-c',
    'ulimit -n 300 && exec "$0" "$@"',
    ...[process.execPath, SERVER, String(port), 'socket.io', '250'],
  ]);
  t.after(() => server.kill());
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await sleep(100);
  assert.equal(childrenOfAll().get(Number(server.pid))?.length, 3);

  const target = { name: 'null', url, wire: /** @type {const} */ ('socket.io'), socketUrl: url };
  const schedule = { rate: 20, seconds: 1 };
  const { audit } = await runLoad({ target, schedule, sessions: sessionsOf(6), store: false, settleMs: 100 });
  const { sent, acked, expected, delivered, faults } = audit;
  assert.deepEqual(
    { sent, acked, expected, delivered, faults },
    { sent: 20, acked: 20, expected: 120, delivered: 120, faults: [] },
  );
});
