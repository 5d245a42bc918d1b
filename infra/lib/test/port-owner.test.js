import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { ailment } from '../healthy.js';
import { listenHosts, loopback } from '../instance.js';
import { portFaults, portOwner, portsOf } from '../port-owner.js';

test('the owner of a port is named by pid and command, and a free port has none', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const owner = portOwner(port);
  assert.equal(owner?.pid, process.pid);
  assert.equal(owner?.uid, process.getuid?.());
  assert.match(owner?.command ?? '', /port-owner\.test\.js/);
  assert.ok(portsOf(process.pid).includes(port), 'and the process by its port');
  server.close();
  await once(server, 'close');
  assert.equal(portOwner(port), null);
});

test('a descriptor that is closed while its process is looked at hides no other', async (t) => {
  // The look itself opens a file, which gets the lowest free descriptor: here the one before the socket's.
  const before = openSync('/dev/null', 'r');
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  closeSync(before);
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  assert.equal(portOwner(port)?.pid, process.pid);
});

test("a part whose port another user's process holds is not healthy, whatever that answers", async (t) => {
  const skip = process.getuid?.() !== 0;
  if (skip) return t.skip('only root has another user to become');
  // PHP, since that user may not be able to reach the project's own Node.js.
  const script = `$server = stream_socket_server('tcp://127.0.0.1:0');
    echo parse_url('tcp://'.stream_socket_get_name($server, false), PHP_URL_PORT), PHP_EOL;
    while ($client = stream_socket_accept($server, -1)) {
      fread($client, 9000);
      fwrite($client, "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}");
      fclose($client);
    }`;
  const child = spawn('php', ['-r', script], {
    uid: 65534,
    gid: 65534,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  t.after(() => child.kill('SIGKILL'));
  const port = Number(`${(await once(child.stdout, 'data'))[0]}`);
  const url = `http://127.0.0.1:${port}`;
  const part = { name: 'node', command: [], env: {}, url, port, health: `${url}/health` };
  assert.match((await ailment(part)) ?? 'healthy', new RegExp(`port ${port} is taken .*uid 65534, pid ${child.pid} `));
  assert.deepEqual(portFaults({ port }, 65534), [], 'for its owner it is their own');
  assert.deepEqual(portFaults({ port, hosts: ['127.0.0.2'] }), [], 'what is sent to another address does not reach it');
});

/** @param {import('node:test').TestContext} t @param {number} port @param {string} host @param {number} [uid] */
async function listenAs(t, port, host, uid) {
  const tell = 'function () { console.log(this.address().port) }';
  const script = `require('net').createServer().listen(${port}, '${host}', ${tell})`;
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'pipe', 'inherit']);
  const child = spawn(process.execPath, ['-e', script], { uid, cwd: '/', stdio });
  t.after(() => child.kill('SIGKILL'));
  return Number(`${(await once(/** @type {import('node:stream').Readable} */ (child.stdout), 'data'))[0]}`);
}

test('a part that has one address of localhost alone is not healthy', async (t) => {
  const hosts = listenHosts(loopback);
  if (hosts.length === 1) return t.skip('this machine has no ::1');
  const port = await listenAs(t, 0, loopback);
  assert.deepEqual(portFaults({ port, hosts }), [`port ${port} is free for others on ::1`]);
  if (process.getuid?.() !== 0) return;
  await listenAs(t, port, '::1', 65534);
  assert.match(portFaults({ port, hosts })[0], new RegExp(`port ${port} is taken by .*uid 65534`));
});
