import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client, startChat, until } from '../startChat.js';

test('calls that need no session may come from links of other sites', async (t) => {
  const { url } = await startChat(t);
  for (const path of ['/', '/config', '/empty', '/health', '/metrics', '/web/main.js'])
    assert.equal((await new Client(url).get(path, { 'sec-fetch-site': 'cross-site' })).status, 200, path);
});

test('the store does not have the token of a session', async (t) => {
  const { url, data } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const stored = (await Promise.all(['chat.db', 'chat.db-wal'].map((file) => readFile(`${data}/${file}`)))).join('');
  assert.ok(stored.includes('ann'));
  assert.equal(stored.includes(client.cookie.split('=')[1]), false);
});

test('no hook runs before /empty', async (t) => {
  const { url } = await startChat(t);
  const response = await fetch(`${url}/empty`, { headers: { cookie: 'node_chat=x.y' } });
  assert.deepEqual([response.status, await response.text()], [200, '']);
  assert.deepEqual([...response.headers.keys()].sort(), ['connection', 'content-length', 'date', 'keep-alive']);
});

test('the page may connect to its own addresses', async (t) => {
  const { url } = await startChat(t, { CHAT_ORIGINS: 'https://chat.example.org' });
  const { headers } = await fetch(`${url}/`);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  const sources = /connect-src ([^;]*)/.exec(headers.get('content-security-policy'))[1].split(' ');
  for (const source of [`'self'`, url.replace('http', 'ws'), 'wss://chat.example.org'])
    assert.ok(sources.includes(source), `${sources}`);
});

test('health names the build only if rate limits are off', async (t) => {
  const limited = await startChat(t, { CHAT_BUILD: '0.1.0+abc' });
  const parts = { store: 'ok', socket: 'ok' };
  assert.deepEqual((await new Client(limited.url).get('/health')).body, { status: 'ok', parts });
  const { url } = await startChat(t, { CHAT_BUILD: '0.1.0+abc', CHAT_LIMITS: 'off' });
  const { build, runtime } = (await new Client(url).get('/health')).body;
  assert.deepEqual([build, runtime], ['0.1.0+abc', `Node.js ${process.versions.node}`]);
});

test('X-Forwarded-Host is ignored, even from a trusted proxy', async (t) => {
  const { url } = await startChat(t, { CHAT_TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const { body } = await new Client(url).get('/config', headers);
  assert.equal(body.socketUrl, url.replace('http:', 'https:'));
});

test('the server ends a request whose head or body never ends', { timeout: 60_000 }, async (t) => {
  const { url } = await startChat(t);
  const head = 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const ended = [head, `${head}Content-Length: 30000\r\n\r\n{"login":`].map((beginning) => {
    const socket = connect(new URL(url).port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(beginning);
    const drip = setInterval(() => socket.write('x'), 500);
    socket.on('error', () => {}).resume();
    return new Promise((resolve) => socket.on('close', () => resolve(clearInterval(drip))));
  });
  await Promise.all(ended);
});

test('a client that disconnects amid its body counts as bad_request, and no metric names a version', async (t) => {
  const { url } = await startChat(t);
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  const head = 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n';
  socket.write(`${head}Expect: 100-continue\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  const figures = async () => (await fetch(`${url}/metrics`)).text();
  await until(async () => /chat_errors_total\{code="bad_request"\} 1/.test(await figures()));
  assert.doesNotMatch(await figures(), /code="internal"|version/);
});
