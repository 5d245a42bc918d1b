import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startChat, until } from '../startChat.js';

const connectTo = (t, url) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  return socket;
};

test('a connection that sends a request while another is being answered is closed', async (t) => {
  const { url } = await startChat(t);
  const get = 'GET /messages HTTP/1.1\r\nHost: x\r\n\r\n';
  for (const bytes of [get.repeat(2), get.repeat(2000)]) {
    const socket = connectTo(t, url);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(bytes);
    await new Promise((resolve) => socket.on('close', resolve));
    assert.ok(text.split('HTTP/1.1').length <= 2, text.slice(0, 1000));
  }
});

test('a request to upgrade to another protocol than WebSocket is answered without the upgrade', async (t) => {
  const { url } = await startChat(t);
  const socket = connectTo(t, url);
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.write('GET /config HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  await until(() => text.includes('"name":"node"'));
  assert.match(text, /^HTTP\/1\.1 200 /);
});
