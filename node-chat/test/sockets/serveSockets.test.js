import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { Client, nextEvent, startChat, until } from '../startChat.js';
import { frameOf, joinBare, metric, openSocket } from './frames.js';

async function joined(t, url, login = 'ann') {
  const client = new Client(url);
  await client.login(login);
  const socket = client.socket(t);
  return { client, socket, welcome: await nextEvent(socket, 'welcome') };
}

test('pages of other origins and sites are refused at every request of a socket', async (t) => {
  const { url } = await startChat(t);
  const { client } = await joined(t, url);
  const { cookie } = client;
  const upgrade = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const polling = '/socket.io/?EIO=4&transport=polling';
  const { sid } = JSON.parse((await ask(url, polling, { cookie })).text.slice(1));
  const requests = [
    ['a handshake', polling],
    ['a poll', `${polling}&sid=${sid}`],
    ['a POST', `${polling}&sid=${sid}`, {}, '40'],
    ['a handshake by WebSocket', '/socket.io/?EIO=4&transport=websocket', upgrade],
    ['an upgrade', `/socket.io/?EIO=4&transport=websocket&sid=${sid}`, upgrade],
  ];
  const strangers = [
    { origin: `${url}.evil.example` },
    { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const [name, path, headers, body] of requests)
    for (const stranger of strangers) {
      const { status } = await ask(url, path, { cookie, ...headers, ...stranger }, body);
      assert.equal(status, 403, `${name} with ${JSON.stringify(stranger)}`);
    }
  const own = { cookie, 'sec-fetch-site': 'same-origin' };
  assert.equal((await ask(url, `${polling}&sid=${sid}`, own, '40')).status, 200, 'the socket stays open');
});

function ask(url, path, headers = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ host, port, path, headers, method, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('a connection joins once, and ends when it leaves', async (t) => {
  const { url } = await startChat(t);
  const ann = new Client(url);
  await ann.login();
  const closed = (socket) => new Promise((resolve) => socket.on('close', resolve));
  const eager = await openSocket(t, url, ann.cookie);
  eager.write(Buffer.concat(Array.from({ length: 500 }, () => frameOf('40'))));
  await closed(eager);
  const again = await joinBare(t, url, 'bob');
  again.write(frameOf('41'));
  await closed(again);
  assert.equal(await metric(url, 'chat_connections'), 0);
});

test('a socket that sends thousands of frames at once does not delay other users', async (t) => {
  const { url } = await startChat(t);
  const { socket } = await joined(t, url);
  const eve = await joinBare(t, url, 'eve');
  const flood = 3000;
  let answers = '';
  eve.on('data', (chunk) => (answers += chunk));
  eve.write(Buffer.concat(Array.from({ length: flood }, () => frameOf('421["message"]'))));
  const answered = () => answers.split('bad_json').length - 1;
  await until(() => answered() > 0);
  await socket.emitWithAck('message', { text: 'in between', clientId: 'c' });
  assert.ok(answered() < flood, `after all ${flood} frames`);
  await until(() => answered() === flood);
});
