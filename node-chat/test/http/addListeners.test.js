import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addListeners } from '../../src/http/addListeners.js';
import { Client, startChat, until } from '../startChat.js';

/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo } from 'node:net' */

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const skip = !hasIpv6 && 'this machine has no ::1';
const log = /** @type {any} */ ({ info() {} });

/** @param {TestContext} t */
async function server(t) {
  const http = createServer((_, response) => void response.end('ok'));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const close = await addListeners(http, { host: '127.0.0.1', backlog: 10 }, null, log);
  t.after(() => (http.closeAllConnections(), http.close(), close()));
  const { port } = /** @type {AddressInfo} */ (http.address());
  return { http, port };
}

test('the chat listens on both addresses of localhost, for HTTP and sockets', { skip }, async (t) => {
  for (const host of ['127.0.0.1', '::1', 'localhost', '0.0.0.0']) {
    const { url } = await startChat(t, { CHAT_HOST: host });
    for (const name of ['127.0.0.1', '[::1]']) {
      const ann = new Client(`http://${name}:${new URL(url).port}`);
      assert.equal((await ann.login(`${host} ${name}`.replace(/[:[\]]/g, '-'))).status, 201, `${host}, ${name}`);
      const socket = ann.socket(t);
      await until(() => socket.received.some(([event]) => event === 'welcome'));
    }
  }
});

test('the chat does not start if another program listens on the other address of localhost', { skip }, async (t) => {
  const { http, port } = await server(t);
  http.close();
  const other = createServer();
  t.after(() => other.close());
  await once(other.listen(port, '127.0.0.1'), 'listening');
  await assert.rejects(addListeners(other, { host: '127.0.0.1', backlog: 10 }, null, log), /EADDRINUSE.*::1/);
});

test('a process answers at its own unix socket', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'health-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const socketPath = join(folder, 'node.sock');
  await startChat(t, { CHAT_HEALTH_SOCKET: socketPath });
  const [answer] = await once(get({ socketPath, path: '/health' }), 'response');
  assert.equal(answer.resume().statusCode, 200);
});

for (const code of ['EADDRNOTAVAIL', 'EAFNOSUPPORT'])
  test(`without IPv6 (${code}) the chat listens on 127.0.0.1 only, and logs that`, async (t) => {
    const http = createServer();
    await once(http.listen(0, '127.0.0.1'), 'listening');
    t.after(() => http.close());
    t.mock.method(Server.prototype, 'listen', function refuse() {
      process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })));
      return this;
    });
    /** @type {string[]} */
    const lines = [];
    const telling = /** @type {any} */ ({
      info: (/** @type {any} */ _, /** @type {string} */ line) => lines.push(line),
    });
    const close = await addListeners(http, { host: '127.0.0.1', backlog: 10 }, null, telling);
    await close();
    assert.deepEqual(lines, ['this machine has no ::1: not listening there']);
  });
