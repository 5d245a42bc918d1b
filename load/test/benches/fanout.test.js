import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocketServer } from 'ws';
import { runFanout } from '../../benches/fanout.js';

/** A Socket.IO chat without a store: acknowledges each message and sends it to everybody. */
async function tinyChat(t) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  let lastId = 0;
  server.on('connection', (socket) => {
    socket.send('0{"sid":"x"}');
    socket.on('message', (data) => {
      const packet = String(data);
      if (packet === '40') return socket.send('40{"sid":"y"}');
      const [, number, json] = /^42(\d+)(.*)$/.exec(packet);
      const message = { id: ++lastId, clientId: JSON.parse(json)[1].clientId };
      socket.send(`43${number}[${JSON.stringify({ ok: true, message })}]`);
      for (const each of server.clients) each.send(`42["messages",${JSON.stringify({ messages: [message] })}]`);
    });
  });
  const socketUrl = `http://127.0.0.1:${server.address().port}`;
  return { name: 'tiny', url: socketUrl, wire: 'socket.io', socketUrl };
}

test('a fan-out accounts for every message', async (t) => {
  const target = await tinyChat(t);
  const sessions = [0, 1, 2].map((number) => ({ name: `user ${number}`, cookie: '' }));
  const { audit } = await runFanout({ target, sessions, rate: 20, seconds: 0.5, pids: [] });
  const { sent, acked, expected, delivered, lost, duplicated, outOfOrder } = audit;
  assert.deepEqual([sent, acked, expected, delivered, lost, duplicated, outOfOrder], [10, 10, 30, 30, 0, 0, 0]);
});
