import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { RedisLink } from '../../src/cluster/redisLink.js';
import { createTurn } from '../../src/cluster/turn.js';
import { until } from '../startChat.js';

test('a Redis that was never there is logged once, with the reason', async (t) => {
  const warned = [];
  const log = { info() {}, warn: (/** @type {any} */ { err }) => warned.push(err.code) };
  const link = new RedisLink('redis://127.0.0.1:1', 'chat', /** @type {any} */ (log));
  t.after(() => link.close());
  for (let beat = 0; beat < 3; beat++) await once(link, 'beat');
  assert.deepEqual([warned, link.isUp], [['ECONNREFUSED'], false]);
});

test('news that Redis refuses is logged with the reason', { timeout: 30_000 }, async (t) => {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', (commands) => {
      if (`${commands}`.includes('PUBLISH')) socket.write('-NOPERM no permission to publish\r\n');
      else if (!`${commands}`.includes('SUBSCRIBE')) {
        socket.write('+OK\r\n'.repeat(`${commands}`.match(/^\*/gm)?.length ?? 0));
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const warned = [];
  const log = { info() {}, warn: (/** @type {any} */ { err }) => warned.push(err?.message) };
  const { port } = /** @type {any} */ (server.address());
  const link = new RedisLink(`redis://127.0.0.1:${port}`, 'chat', /** @type {any} */ (log));
  t.after(async () => {
    await link.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  link.on('beat', () => link.publish('up', null));
  await until(() => warned.length > 0, 20_000);
  assert.deepEqual(warned, ['NOPERM no permission to publish']);
});

test('connections of a Redis that freezes before news has come back are renewed', { timeout: 60_000 }, async (t) => {
  const log = /** @type {any} */ ({ info() {}, warn() {} });
  const greeted = new Set();
  const server = createServer((socket) => {
    // The client is ready, and gets nothing more.
    socket.once('data', (commands) => {
      socket.write('+OK\r\n'.repeat(`${commands}`.match(/^\*/gm)?.length ?? 0));
      greeted.add(socket);
    });
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const link = new RedisLink(`redis://127.0.0.1:${/** @type {any} */ (server.address()).port}`, 'chat', log);
  t.after(async () => {
    await link.close();
    server.close();
    for (const socket of greeted) socket.destroy();
  });
  await until(() => greeted.size > 2, 60_000);
});

test('a turn begins without the token if the connection that waits for it is dead', async (t) => {
  const beating = setInterval(() => {}, 1000); // as a process of the chat, the test goes on
  t.after(() => clearInterval(beating));
  const renewed = [];
  const waiting = {
    isReady: true,
    blPop: () => new Promise(() => {}),
    destroy: () => renewed.push('ended'),
    connect: async () => renewed.push('connected'),
  };
  const client = { isReady: false, duplicate: () => waiting };
  const link = { isUp: true, prefix: 'chat', client, connect: () => waiting, on() {} };
  const turn = createTurn(/** @type {any} */ (link), 'stored');
  assert.equal(await turn(async ({ end }) => end), 0);
  assert.deepEqual(renewed, ['ended', 'connected']);
});
