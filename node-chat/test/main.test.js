import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client, emptyFolder, nextEvent, until } from './startChat.js';
import { startProcess } from './startProcess.js';

test('SIGTERM acknowledges stored messages, closes sockets so that they reconnect, and exits with 0', async (t) => {
  const data = await emptyFolder(t);
  const chat = await startProcess(t, { CHAT_DATA: data });
  const client = new Client(chat.url);
  await client.login();
  const socket = client.socket(t);
  await nextEvent(socket, 'welcome');
  const stored = new Set();
  for (let i = 0; i < 500; i++) {
    socket.emit(
      'message',
      { text: 'last words', clientId: `c${i}` },
      ({ ok, message }) => ok && stored.add(message.id),
    );
  }
  await until(() => stored.size > 0);
  chat.child.kill('SIGTERM');
  assert.equal(await nextEvent(socket, 'disconnect'), 'transport close');
  assert.deepEqual(await chat.exited, [0, null]);

  client.url = (await startProcess(t, { CHAT_DATA: data })).url;
  const { messages } = (await client.get('/messages?limit=1')).body;
  assert.equal(messages[0].id, stored.size);
});

test('SIGTERM does not wait for a client that never ends its request', { timeout: 60_000 }, async (t) => {
  const chat = await startProcess(t, { CHAT_DATA: await emptyFolder(t) });
  const raw = connect(new URL(chat.url).port, '127.0.0.1').on('error', () => {});
  let answers = '';
  raw.on('data', (chunk) => (answers += chunk));
  raw.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await new Promise((resolve) => setTimeout(resolve, 100));
  chat.child.kill('SIGTERM');
  const [code] = await chat.exited;
  assert.equal(code, 0);
  assert.equal(answers, '', 'it was not waited for until the request had run out of its time, and was told so');
});

test('a server that cannot start says why in one line', async (t) => {
  const chat = await startProcess(t, { CHAT_DATA: await emptyFolder(t), CHAT_WINDOW: 'off', CHAT_LAB: '' });
  assert.deepEqual(await chat.exited, [1, null]);
  assert.match(chat.output(), /^node-chat cannot start: CHAT_WINDOW=off .*CHAT_LAB=1.*\n$/);
});

test('clients beyond the descriptors are refused, and the others are served', { timeout: 60_000 }, async (t) => {
  const chat = await startProcess(t, { CHAT_DATA: await emptyFolder(t) }, '-n 100');
  const client = new Client(chat.url);
  await client.login();
  const socket = client.socket(t);
  await nextEvent(socket, 'welcome');
  const send = (clientId) => socket.emitWithAck('message', { text: 'a', clientId });
  const crowd = Array.from({ length: 200 }, () => connect(new URL(chat.url).port, '127.0.0.1').on('error', () => {}));
  await until(() => crowd.filter(({ destroyed }) => destroyed).length > 50);
  for (let i = 0; i < 20; i++) assert.ok((await send(`c${i}`)).ok);
  for (const one of crowd) one.destroy();
  const again = new Client(chat.url);
  await until(async () => (await again.login('bob').catch(() => null))?.status === 201);
  assert.equal((await client.get('/messages')).body.messages.length, 20);
});
