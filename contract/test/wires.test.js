import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { wires } from '../wires.js';

test('a connection of the Pusher protocol that the server closes is over, and does not join again', async (t) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  let joins = 0;
  server.on('connection', (socket) => {
    const tell = (/** @type {object} */ event) => socket.send(JSON.stringify(event));
    tell({ event: 'pusher:connection_established', data: '{"socket_id":"1.1","activity_timeout":120}' });
    socket.on('message', () => {
      joins++;
      tell({ event: 'pusher_internal:subscription_succeeded', channel: 'chat', data: '{}' });
    });
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const config = { socketUrl: `ws://127.0.0.1:${port}`, key: 'k', channel: 'chat', features: [], limits: {} };
  const call = async () => /** @type {any} */ ({ status: 200, json: { auth: '' } });
  const { ended } = await wires.pusher.join({ call, config }, '');
  // Reconnect immediately, says this code of the protocol.
  for (const socket of server.clients) socket.close(4200);
  assert.equal(await ended, 'other');
  await pause(500);
  assert.deepEqual([joins, server.clients.size], [1, 0]);
});
