import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { portOwner } from '../port-owner.js';

test('the owner of a port is named by pid and command, and a free port has none', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const owner = portOwner(port);
  assert.equal(owner?.pid, process.pid);
  assert.match(owner?.command ?? '', /port-owner\.test\.js/);
  server.close();
  await once(server, 'close');
  assert.equal(portOwner(port), null);
});
