import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { shareAmongAddresses } from '../../src/protection/accept.js';
import { until } from '../startChat.js';

const MOST = 3;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server whose addresses have so many connections, and a way to it whose connections know what they heard. */
async function server(t) {
  const http = createServer((request, response) => void request.resume().on('end', () => response.end('ok')));
  shareAmongAddresses(http, MOST, () => {});
  /** @type {Map<number | undefined, import('node:net').Socket>} by the client's port */
  const accepted = new Map();
  http.on('connection', (socket) => accepted.set(socket.remotePort, socket));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => (http.closeAllConnections(), http.close()));
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());

  return async function dial(/** @type {string} */ bytes, /** @type {string} */ next = '') {
    const socket = /** @type {any} */ (connect({ port, host: '127.0.0.1' }));
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.heard = '';
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      if (socket.heard === '') socket.write(next);
      socket.heard += chunk;
    });
    socket.write(bytes);
    // Until the server has taken all of it, and answered where it is a whole request, or has hung up.
    const isTaken = () => accepted.get(socket.localPort)?.bytesRead === bytes.length + next.length;
    await until(() => socket.closed || (isTaken() && (bytes !== REQUEST || socket.heard !== '')));
    const line = accepted.get(socket.localPort);
    socket.hangUp = () => until(() => socket.destroy() && line?.closed);
    return socket;
  };
}

test('connections that begin a second request and never end it are a share of their address', async (t) => {
  const dial = await server(t);
  for (let i = 0; i < MOST; i++) await dial(REQUEST, 'GET / HTTP/1.1\r\nHost: x\r\nX: ');
  assert.equal((await dial(REQUEST)).heard, '');
});

test('so are those whose body does not come', async (t) => {
  const dial = await server(t);
  for (let i = 0; i < MOST; i++) await dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  assert.equal((await dial(REQUEST)).heard, '');
});

test('who comes in when the share is used up takes the place of the longest idle', async (t) => {
  const dial = await server(t);
  const idle = [];
  for (let i = 0; i < MOST; i++) idle.push(await dial(REQUEST));
  assert.match((await dial(REQUEST)).heard, /^HTTP\/1.1 200/);
  await until(() => idle[0].closed);
  assert.deepEqual(
    idle.map(({ readyState }) => readyState === 'open'),
    [false, true, true],
  );
});

test('a connection that has ended leaves its place to another', async (t) => {
  const dial = await server(t);
  for (let i = 0; i < 3 * MOST; i++) {
    const socket = await dial(REQUEST, 'GET ');
    assert.match(socket.heard, /^HTTP\/1.1 200/);
    await socket.hangUp();
  }
});
