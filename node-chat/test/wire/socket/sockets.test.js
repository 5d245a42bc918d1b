import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../../src/contract.js';
import { Client, heard, startChat, until } from '../../startChat.js';

async function joined(t, url, login = 'ann', options) {
  const client = new Client(url);
  await client.login(login);
  const socket = client.socket(t, options);
  client.welcome = await heard(socket, 'welcome');
  return { client, socket };
}

const metric = async (url, name) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())[1]);

test('a socket that joined is welcomed', async (t) => {
  const { url } = await startChat(t);
  const { client } = await joined(t, url);
  assert.deepEqual(client.welcome, { me: client.user, online: { count: 1 }, lastId: 0, rev: 0 });
});

test('without a session the namespace says so', async (t) => {
  const { url } = await startChat(t);
  const error = await heard(new Client(url).socket(t), 'connect_error');
  assert.equal(error.data.code, 'not_logged_in');
});

test('a message is acknowledged to its sender and told to everybody, by WebSocket and by polling', async (t) => {
  const { url } = await startChat(t);
  const ann = await joined(t, url, 'ann');
  const bob = await joined(t, url, 'bob', { transports: ['polling'] });
  const { ok, message } = await ann.socket.emitWithAck('message', { text: 'hello', clientId: 'c1' });
  assert.equal(ok, true);
  assert.equal(message.text, 'hello');
  for (const { socket } of [ann, bob]) assert.deepEqual(await heard(socket, 'messages'), { messages: [message] });
  const answer = await bob.socket.emitWithAck('message', { text: 'hello too', clientId: 'c1' });
  assert.equal(answer.message.text, 'hello too');
});

test('a client that starts by polling goes on by WebSocket without losing a message', async (t) => {
  const { url } = await startChat(t, { CHAT_LIMITS: 'off' });
  const ann = await joined(t, url, 'ann');
  const client = new Client(url);
  await client.login('bob');
  const socket = client.socket(t, { transports: ['polling', 'websocket'] });
  await heard(socket, 'welcome');
  for (let i = 0; i < 200; i++) {
    await ann.socket.emitWithAck('message', { text: `m${i}`, clientId: `c${i}` });
  }
  assert.equal(socket.io.engine.transport.name, 'websocket');
  const got = () =>
    socket.heard.filter(([name]) => name === 'messages').flatMap(([, { messages }]) => messages.map(({ id }) => id));
  const first = client.welcome?.lastId ?? 0;
  await until(() => got().at(-1) === 200);
  assert.deepEqual(
    got(),
    Array.from({ length: 200 - first }, (_, i) => first + 1 + i),
  );
});

test('a refused message is answered with its fault', async (t) => {
  const { url } = await startChat(t);
  const { socket } = await joined(t, url);
  const send = async (...payload) => (await socket.emitWithAck('message', ...payload)).error;
  assert.deepEqual(await send({ text: '', clientId: 'c' }), {
    code: 'empty_text',
    message: 'A message needs some text.',
    field: 'text',
  });
  assert.equal((await send({ text: 'a', clientId: '?' })).code, 'client_id_invalid');
  assert.equal((await send({ text: Buffer.from('a'), clientId: 'c' })).code, 'text_invalid');
  for (const payload of ['text', 7, null, ['a'], Buffer.from('{}'), { text: 'a', clientId: 'c', more: '\ud800' }]) {
    assert.equal((await send(payload)).code, 'bad_json');
  }
  assert.equal((await send()).code, 'bad_json');
});

test('the allowance of the socket is its own', async (t) => {
  const { url } = await startChat(t);
  const { client, socket } = await joined(t, url);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => socket.emitWithAck('message', { text: 'a', clientId: `c${i}` })),
  );
  assert.ok(answers.some(({ error }) => error?.code === 'too_many_messages'));
  assert.equal((await client.post('/messages', { text: 'a', clientId: 'p' })).status, 201);
});

test('a user may have so many joined sockets, also of those that come at once, and one more when one is gone', async (t) => {
  const { url } = await startChat(t);
  const ann = new Client(url);
  await ann.login();
  const most = contract.limits.socketsPerUserMax;
  const sockets = Array.from({ length: most + 5 }, () => ann.socket(t));
  const answered = () => sockets.filter(({ connected, heard }) => connected || heard.length > 0);
  await until(() => answered().length === sockets.length);
  const inside = sockets.filter(({ connected }) => connected);
  assert.equal(inside.length, most);
  for (const socket of sockets.filter(({ connected }) => !connected)) {
    const error = await heard(socket, 'connect_error');
    assert.equal(error.data.code, 'too_many_connections');
    assert.ok(error.data.message);
  }
  assert.equal(await metric(url, 'chat_errors_total{code="too_many_connections"}'.replace(/[{}]/g, '\\$&')), 5);
  inside[0].disconnect();
  await until(async () => {
    const later = ann.socket(t);
    await Promise.race([heard(later, 'welcome'), heard(later, 'connect_error')]);
    return later.connected;
  });
  const bob = await joined(t, url, 'bob');
  assert.ok(bob.socket.connected, 'others are not concerned');
});

test('limits that are off let a user have any number of sockets', async (t) => {
  const { url } = await startChat(t, { CHAT_LIMITS: 'off' });
  const ann = new Client(url);
  await ann.login();
  const sockets = Array.from({ length: contract.limits.socketsPerUserMax + 5 }, () => ann.socket(t));
  await until(() => sockets.every(({ connected }) => connected));
});

test('every request of a socket is refused to pages of other origins and sites', async (t) => {
  const { url } = await startChat(t);
  const ann = new Client(url);
  await ann.login();
  const upgrade = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const open = await ask(url, '/socket.io/?EIO=4&transport=polling', { cookie: ann.cookie });
  const { sid } = JSON.parse(open.text.slice(1));
  const polling = '/socket.io/?EIO=4&transport=polling';
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
      const { status } = await ask(url, path, { cookie: ann.cookie, ...headers, ...stranger }, body);
      assert.equal(status, 403, `${name} with ${JSON.stringify(stranger)}`);
    }
  const own = { cookie: ann.cookie, 'sec-fetch-site': 'same-origin' };
  assert.equal((await ask(url, `${polling}&sid=${sid}`, own, '40')).status, 200, 'and the socket lives on');
});

test('a script element gets nothing: there is no JSONP', async (t) => {
  const { url } = await startChat(t);
  for (const j of ['j=0', 'j=', 'j=0&j=1', 'j']) {
    const { status, text } = await ask(url, `/socket.io/?EIO=4&transport=polling&${j}`);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /___eio|sid/);
  }
});

test('a connection joins once, however often it asks', async (t) => {
  const { url } = await startChat(t);
  const ann = new Client(url);
  await ann.login();
  for (const packets of ['40'.repeat(2), '40'.repeat(500)]) {
    const socket = await bareSocket(t, url, { cookie: ann.cookie });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(Buffer.concat(packets.match(/40/g).map(frameOf)));
    await closed;
  }
  const again = await bareSocket(t, url, { cookie: ann.cookie });
  again.write(frameOf('40'));
  await until(async () => (await ann.get('/online')).body.count === 1);
  const closed = new Promise((resolve) => again.on('close', resolve));
  again.write(frameOf('41'));
  await closed;
  assert.equal(await metric(url, 'chat_connections'), 0, 'who has left holds no connection');
});

test(
  'a socket that does not join goes after joinSeconds, by WebSocket and by polling',
  { timeout: 60_000 },
  async (t) => {
    const { url } = await startChat(t);
    const socket = await bareSocket(t, url);
    for (let i = 0; i < 3; i++) await ask(url, '/socket.io/?EIO=4&transport=polling');
    assert.equal(await metric(url, 'chat_connections'), 4);
    const { socket: ann } = await joined(t, url);
    await new Promise((resolve) => socket.on('close', resolve));
    await until(async () => (await metric(url, 'chat_connections')) === 1, 30_000, 'unjoined sockets stay');
    assert.equal(ann.connected, true);
  },
);

test('an address has its share of sockets that have not joined, and others are let in beside', async (t) => {
  const { url } = await startChat(t);
  const { unjoinedPerAddressMax } = contract.limits;
  const polling = '/socket.io/?EIO=4&transport=polling';
  // Pipelined and all at once: one by one, on a busy machine, the first would be gone before the last came.
  const each = 25; // a connection may have 32 that wait
  const fill = async () => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: '127.0.0.2' });
    t.after(() => socket.destroy());
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk));
    socket.write(`GET ${polling} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(each));
    await until(() => heard.split('HTTP/1.1 200').length > each);
  };
  await Promise.all(Array.from({ length: unjoinedPerAddressMax / each }, fill));
  const refused = await ask(url, polling, {}, undefined, '127.0.0.2');
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [503, 'too_many_connections']);
  assert.equal((await ask(url, polling)).status, 200, 'another address');
  await joined(t, url);
});

test('of the pings that come in one piece the last is answered', async (t) => {
  const { url } = await startChat(t);
  const socket = await joinedBareSocket(t, url);
  /** @type {Buffer[]} */
  const chunks = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(Buffer.concat(Array.from({ length: 1000 }, (_, i) => frameOf(String(i).padStart(4, '0'), 9))));
  await until(async () => Buffer.concat(chunks).includes('0999'));
  const pongs = Buffer.concat(chunks).length / 6;
  assert.ok(pongs < 100, `${pongs} answers to 1,000 pings`);
});

const patiently = { timeout: 60_000 };
test('a socket that sends faster than the contract allows is read later, and stays', patiently, async (t) => {
  const { socketBytesBurst, socketBytesPerSecond, socketFrameBytes } = contract.limits;
  const ping = frameOf('x'.repeat(100), 9);
  // The burst and two seconds more, in several reads' worth of bytes, since what was read is not taken back.
  const frames = Math.ceil((socketBytesBurst + 2 * socketBytesPerSecond) / (socketFrameBytes + ping.length));
  for (const [limits, due] of [
    ['on', 900],
    ['off', 0],
  ]) {
    const { url } = await startChat(t, { CHAT_LIMITS: limits });
    const socket = await joinedBareSocket(t, url);
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk));
    const began = performance.now();
    socket.write(Buffer.concat([...Array.from({ length: frames }, () => ping), frameOf('427["message",7]')]));
    await until(() => heard.includes('437['));
    const took = performance.now() - began;
    assert.ok(took >= due, `limits ${limits}: after ${took} ms`);
    assert.equal(socket.destroyed, false);
  }
});

test('who has not joined is heard for a few frames, who sends rubbish for a few more, also of those in one piece', async (t) => {
  const { url } = await startChat(t);
  const { unjoinedBytesBurst, refusedMessageBytes, socketBytesBurst, socketFrameBytes } = contract.limits;
  const { socketBytesPerSecond, joinSeconds } = contract.limits;
  const began = performance.now();
  const heard = [];
  for (const [socket, frame] of [
    [await bareSocket(t, url), frameOf('40/x')],
    [await joinedBareSocket(t, url), frameOf('421["message"]')],
  ]) {
    const at = heard.push('') - 1;
    socket.on('data', (chunk) => (heard[at] += chunk));
    socket.write(Buffer.concat(Array.from({ length: 3000 }, () => frame)));
  }
  const answers = () => [heard[0].split('44/x').length - 1, heard[1].split('bad_json').length - 1];
  await until(() => answers().every((count) => count > 5));
  await sleep(500);
  const told = answers();
  const seconds = (performance.now() - began) / 1000;
  const most = [
    (unjoinedBytesBurst * (1 + seconds / joinSeconds)) / socketFrameBytes,
    (socketBytesBurst + seconds * socketBytesPerSecond) / (socketFrameBytes + refusedMessageBytes),
  ];
  for (const i of [0, 1]) assert.ok(told[i] < 3 * most[i], `${told} answers, ${most} paid for`);
});

test('a repeated message counts as if its sender had said it again', async (t) => {
  const { url } = await startChat(t);
  const socket = await joinedBareSocket(t, url);
  const began = performance.now();
  let heard = 0;
  const text = 'x'.repeat(2000);
  socket.write(frameOf(`421["message",{"text":"${text}","clientId":"r"}]`));
  await sleep(300);
  socket.on('data', (chunk) => (heard += chunk.length));
  const again = frameOf('421["message",{"text":"a","clientId":"r"}]');
  socket.write(Buffer.concat(Array.from({ length: 3000 }, () => again)));
  await until(() => heard > 50_000);
  await sleep(500);
  const seconds = (performance.now() - began) / 1000;
  const { socketBytesBurst, socketBytesPerSecond } = contract.limits;
  assert.ok(heard < socketBytesBurst + (1 + seconds) * socketBytesPerSecond, `${heard} bytes of answers`);
});

test('repeats of a message under way count before it is stored', async (t) => {
  const { url } = await startChat(t);
  const socket = await joinedBareSocket(t, url);
  const began = performance.now();
  let heard = 0;
  socket.on('data', (chunk) => (heard += chunk.length));
  // In one write: all are read before the first is stored.
  const say = (text) => frameOf(`421["message",{"text":"${text}","clientId":"r"}]`);
  socket.write(Buffer.concat([say('😀'.repeat(2000)), ...Array.from({ length: 640 }, () => say('a'))]));
  await until(() => heard > 50_000);
  await sleep(500);
  const seconds = (performance.now() - began) / 1000;
  const { socketBytesBurst, socketBytesPerSecond } = contract.limits;
  assert.ok(heard < socketBytesBurst + (1 + seconds) * socketBytesPerSecond, `${heard} bytes of answers`);
});

test('the address of the sockets is one, and whatever else asks for an upgrade is answered as if it had not', async (t) => {
  const { url } = await startChat(t);
  assert.equal((await ask(url, '/socket.io/x?EIO=4&transport=polling')).status, 404);
  const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA' };
  assert.equal((await ask(url, '/config', h2c)).status, 200);
  assert.equal((await ask(url, '/me', { ...h2c, upgrade: 'websocket' })).status, 401);
  const json = { ...h2c, 'content-type': 'application/json' };
  assert.equal((await ask(url, '/login', json, '{"login":"ann","password":"secret"}')).status, 201);
});

test('a length that is claimed is no allowance, and no time either', async (t) => {
  const { url } = await startChat(t);
  const polling = '/socket.io/?EIO=4&transport=polling';
  const { sid } = JSON.parse((await ask(url, polling)).text.slice(1));
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  t.after(() => socket.destroy());
  const address = `${polling}&sid=${sid}`;
  socket.write(`POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000000\r\n\r\n`);
  await sleep(200);
  const answer = ask(url, address, {}, '2').then(
    () => 'answered',
    () => 'failed',
  );
  assert.equal(await Promise.race([answer, sleep(1000, 'waits')]), 'waits');
});

/** A bare WebSocket of somebody who has joined. */
async function joinedBareSocket(t, url) {
  const ann = new Client(url);
  await ann.login();
  const socket = await bareSocket(t, url, { cookie: ann.cookie });
  socket.write(frameOf('40'));
  await until(async () => (await ann.get('/online')).body.count === 1);
  return socket;
}

/** A WebSocket whose handshake is done, and whose frames are in the hands of the test. */
async function bareSocket(t, url, { cookie, address } = {}) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: address });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resume();
  return socket;
}

/** A client's frame of under 126 bytes, masked with zeros. */
function frameOf(text, opcode = 1) {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x80 | length] : [0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]);
}

function ask(url, path, headers = {}, body = undefined, localAddress = undefined) {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      { host: '127.0.0.1', port, path, headers, method, localAddress, agent: false },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, headers: response.headers, text });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test("logging out closes exactly that session's sockets", async (t) => {
  const { url } = await startChat(t);
  const here = await joined(t, url, 'ann');
  const elsewhere = await joined(t, url, 'ann');
  await here.client.post('/logout');
  assert.equal(await heard(here.socket, 'disconnect'), 'io server disconnect');
  await sleep(50);
  assert.equal(elsewhere.socket.connected, true);
});

test('a user is online once with several sockets, and leaves 3 s after the last', async (t) => {
  const { url } = await startChat(t);
  const watcher = await joined(t, url, 'watcher');
  const tabs = [await joined(t, url, 'ann'), await joined(t, url, 'ann')];
  // What is gathered is gathered for a time: on a slow machine the watcher is told alone before.
  for (let told; told?.count !== 2;) told = await heard(watcher.socket, 'presence');
  assert.equal((await watcher.client.get('/online')).body.count, 2);
  for (const { socket } of tabs) socket.disconnect();
  const left = performance.now();
  const { count, left: gone } = await heard(watcher.socket, 'presence');
  assert.deepEqual([count, gone.users.map(({ name }) => name)], [1, ['ann']]);
  assert.ok(performance.now() - left > 2900);
});

test('a frame over its limit closes that socket', async (t) => {
  const { url } = await startChat(t);
  const { socket } = await joined(t, url);
  socket.emit('message', { text: 'x'.repeat(65_536), clientId: 'c' });
  await heard(socket, 'disconnect');
  assert.equal((await new Client(url).get('/health')).status, 200);
});

test('a reader that does not read loses its socket, and costs others nothing', { timeout: 60_000 }, async (t) => {
  const { url } = await startChat(t, { CHAT_LIMITS: 'off' });
  const ann = await joined(t, url, 'ann');
  const deaf = new Client(url);
  await deaf.login('deaf');
  const raw = await bareSocket(t, url, { cookie: deaf.cookie });
  raw.write(frameOf('40'));
  await until(async () => (await metric(url, 'chat_users_online')) === 2);
  raw.pause();
  const closed = new Promise((resolve) => raw.on('close', resolve).on('error', () => {}));
  let most = 0;
  for (let i = 0; (await metric(url, 'chat_connections')) === 2; i++) {
    await Promise.all(
      Array.from({ length: 200 }, (_, k) =>
        ann.socket.emitWithAck('message', { text: '😀'.repeat(2000), clientId: `c${i}-${k}` }),
      ),
    );
    most = Math.max(most, await metric(url, 'chat_buffered_bytes'));
  }
  assert.ok(most < 4 * 1024 * 1024 + 2 * 1024 * 1024, `${most} bytes were buffered`);
  raw.resume();
  await closed;
  assert.equal(ann.socket.connected, true);
});

test('packets that no protocol knows end their own socket alone', async (t) => {
  const { url } = await startChat(t);
  const ann = await joined(t, url, 'ann');
  const bob = new Client(url);
  await bob.login('bob');
  for (const packet of [
    '',
    '9',
    '4',
    '49',
    '42',
    '42[',
    '42["message"',
    '42{"a":1}',
    '42[1]',
    '42["connect"]',
    '42["error",{}]',
    '42["disconnecting"]',
    '42["newListener"]',
    '40/admin,',
    '40{"a":',
    '40null',
    '40[]',
    '43',
    '430[]',
    '4399999999999[1]',
    '45',
    '451-["message",{"_placeholder":true,"num":0}]',
    '459999999-["x"]',
    '41',
    '1',
    '2',
    '3probe',
    '5',
    '6',
    'b////',
    '42/x,["message"]',
    '421["message",null]',
    `42${'['.repeat(20_000)}`,
  ]) {
    const socket = bob.socket(t);
    await heard(socket, 'welcome');
    socket.io.engine.transport.ws.send(packet);
    socket.io.engine.transport.ws.send(Buffer.from(packet));
  }
  await sleep(50);
  const { ok } = await ann.socket.emitWithAck('message', { text: 'still here', clientId: 'c' });
  assert.equal(ok, true);
});
