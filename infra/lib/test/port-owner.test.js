import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { ailment } from '../healthy.js';
import { portOwner, portsOf, squatter } from '../port-owner.js';

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
  // What the look itself opens and closes is the first: it gets the lowest free number, here one before the socket's.
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
  const script = `require('http').createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
  const child = spawn(process.execPath, ['-e', script], {
    uid: 65534,
    gid: 65534,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const port = Number(`${(await once(child.stdout, 'data'))[0]}`);
  const url = `http://127.0.0.1:${port}`;
  const part = { name: 'node', command: [], env: {}, url, port, health: `${url}/health` };
  assert.match((await ailment(part)) ?? 'healthy', new RegExp(`port ${port} is taken .*uid 65534, pid ${child.pid} `));
  assert.equal(squatter('127.0.0.1', port, 65534), null, 'for its owner it is their own');
  assert.equal(squatter('127.0.0.2', port), null, 'what is sent to another address does not reach it');
});
