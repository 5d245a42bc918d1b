import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { logIn, readLastId } from '../../src/server/http.js';
import { freePorts } from '../../src/server/freePorts.js';
import { startPrivateServer } from '../../src/server/privateServer.js';

test('free ports are not among those that the kernel gives to whoever connects, where it leaves others', async () => {
  const givenFrom = Number(fs.readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
  const ports = await freePorts(3);
  assert.equal(new Set(ports).size, 3);
  if (givenFrom > 25_000) assert.ok(Math.max(...ports) < givenFrom, `${ports}`);
});

test('a part of a private server that was killed starts again on its data and port', async (t) => {
  const server = await startPrivateServer('node');
  t.after(server.stop);
  const { cookie } = await logIn(server.url, { login: 'ann', password: 'secret' });
  await fetch(`${server.url}/messages`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'before', clientId: 'one' }),
  });
  const { node } = server.pids;
  process.kill(node, 'SIGKILL');
  await server.restart('node');
  assert.notEqual(server.pids.node, node);
  assert.equal(await readLastId(server.url, cookie), 1);
});
