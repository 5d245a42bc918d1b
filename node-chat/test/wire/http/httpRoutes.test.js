import assert from 'node:assert/strict';
import { get } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client, startChat } from '../../startChat.js';

const codeOf = ({ status, body }) => [status, body.error?.code];

test('the checks of a request run in the order of the contract', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  const evil = { origin: 'http://evil.example' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const large = Buffer.alloc(65_537, 'x');
  assert.deepEqual(codeOf(await client.post('/nowhere', large, { ...evil, ...form })), [404, 'not_found']);
  assert.deepEqual(codeOf(await client.post('/empty', large, { ...evil, ...form })), [405, 'method_not_allowed']);
  assert.deepEqual(codeOf(await client.post('/messages', large, { ...evil, ...form })), [403, 'origin_not_allowed']);
  assert.deepEqual(codeOf(await client.post('/messages', large, form)), [415, 'unsupported_media_type']);
  assert.deepEqual(codeOf(await client.post('/messages', large)), [413, 'body_too_large']);
  assert.deepEqual(codeOf(await client.post('/messages', '{')), [401, 'not_logged_in']);
  await client.login();
  assert.deepEqual(codeOf(await client.post('/messages', '{')), [400, 'bad_json']);
  assert.deepEqual(codeOf(await client.post('/messages', {})), [422, 'empty_text']);
});

test('a call that a session counts for comes from no other site', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const { cookie } = client;
  const from = (path, headers) => getRaw(url, path, { cookie, ...headers });
  for (const site of ['cross-site', 'same-site', 'Same-Origin', '', 'same-origin, none']) {
    for (const path of ['/me', '/messages', '/online'])
      assert.deepEqual(codeOf(await from(path, { 'sec-fetch-site': site })), [403, 'origin_not_allowed']);
    for (const path of ['/login', '/logout', '/messages'])
      assert.deepEqual(codeOf(await client.post(path, {}, { 'sec-fetch-site': site })), [403, 'origin_not_allowed']);
  }
  const evil = { origin: 'http://evil.example' };
  assert.equal((await from('/me', evil)).status, 403);
  assert.equal((await from('/me', { ...evil, 'sec-fetch-site': 'same-origin' })).status, 403);
  assert.equal((await from('/me', { origin: url, 'sec-fetch-site': 'cross-site' })).status, 200);
  for (const site of ['same-origin', 'none']) assert.equal((await from('/me', { 'sec-fetch-site': site })).status, 200);
  for (const path of ['/', '/config', '/empty', '/health', '/metrics', '/web/main.js'])
    assert.equal((await from(path, { 'sec-fetch-site': 'cross-site' })).status, 200, path);
});

test('405 names the methods that are allowed', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  assert.equal((await client.call('PUT', '/me')).headers.get('allow'), 'GET, HEAD');
  assert.equal((await client.get('/login')).headers.get('allow'), 'POST');
});

test('logging in with an unknown name registers it, with a known one it needs the password', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  const first = await client.login(' Ann ');
  assert.equal(first.status, 201);
  assert.equal(first.body.user.name, 'Ann');
  assert.match(
    first.headers.get('set-cookie'),
    /^node_chat=[\w-]{32}; Max-Age=604800; Path=\/; .*HttpOnly; SameSite=Lax$/,
  );
  const second = await new Client(url).login('Ann');
  assert.deepEqual([second.status, second.body], [200, first.body]);
  assert.deepEqual(codeOf(await new Client(url).login('Ann', 'wrong')), [401, 'wrong_password']);
});

test('two registrations of one name at once make one user', async (t) => {
  const { url } = await startChat(t);
  const answers = await Promise.all(Array.from({ length: 5 }, () => new Client(url).login('ann')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
});

test('logging in over an old session ends it', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login('ann');
  const old = client.cookie;
  await client.login('bob');
  assert.equal((await client.get('/me')).body.user.name, 'bob');
  assert.deepEqual(codeOf(await new Client(url).get('/me', { cookie: old })), [401, 'not_logged_in']);
});

test('a session outlives a restart, a logout does not come back', async (t) => {
  const first = await startChat(t);
  const [ann, bob] = [new Client(first.url), new Client(first.url)];
  await ann.login('ann');
  await bob.login('bob');
  const bobsCookie = bob.cookie;
  await bob.post('/logout');
  await first.close();
  const second = await startChat(t, { CHAT_DATA: first.data });
  ann.url = second.url;
  assert.equal((await ann.get('/me')).body.user.name, 'ann');
  assert.equal((await new Client(second.url).get('/me', { cookie: bobsCookie })).status, 401);
});

test('a cookie that was not given out is no session', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  client.cookie = client.cookie.slice(0, -4) + 'AAAA';
  assert.equal((await client.get('/me')).status, 401);
});

test('the session token itself is not in the store', async (t) => {
  const { url, data } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const { readFile } = await import('node:fs/promises');
  const token = client.cookie.split('=')[1];
  const stored = (await Promise.all(['chat.db', 'chat.db-wal'].map((file) => readFile(`${data}/${file}`)))).join('');
  assert.ok(stored.includes('ann'));
  assert.equal(stored.includes(token), false);
});

test('the sixth attempt after five wrong passwords is refused, whatever the password', async (t) => {
  const { url } = await startChat(t);
  await new Client(url).login('ann');
  for (let i = 0; i < 5; i++) await new Client(url).login('ann', 'wrong');
  const answer = await new Client(url).login('ann');
  assert.deepEqual(codeOf(answer), [429, 'too_many_attempts']);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.equal((await new Client(url).login('bob')).status, 201);
});

test('a message is stored once, however often and at the same time it is sent', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, i) => client.post('/messages', { text: `try ${i}`, clientId: 'same' })),
  );
  assert.equal(sent.filter(({ status }) => status === 201).length, 1);
  assert.equal(new Set(sent.map(({ body }) => JSON.stringify(body))).size, 1);
  assert.equal((await client.get('/messages')).body.messages.length, 1);
});

test('a query that means nothing is refused by name', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['after=-1', 'after'],
    ['before=1.5', 'before'],
    ['after=1&after=2', 'after'],
    ['after=1&before=2', 'before'],
    ['after=9007199254740992', 'after'],
    ['after=', 'after'],
  ]) {
    const { status, body } = await client.get(`/messages?${query}`);
    assert.deepEqual([status, body.error?.code, body.error?.field], [422, 'invalid_parameter', field], query);
  }
});

test('no hook runs before /empty', async (t) => {
  const { url } = await startChat(t);
  const response = await fetch(`${url}/empty`, { headers: { cookie: 'node_chat=x.y' } });
  assert.deepEqual([response.status, await response.text()], [200, '']);
  assert.deepEqual([...response.headers.keys()].sort(), ['connection', 'content-length', 'date', 'keep-alive']);
});

test('the page forbids what it does not need', async (t) => {
  const { url } = await startChat(t);
  const { headers, status } = await fetch(`${url}/`);
  const policy = headers.get('content-security-policy');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, new RegExp(`connect-src 'self'.* ws://127.0.0.1:${new URL(url).port}`));
  assert.doesNotMatch(policy, /unsafe-inline/);
});

test('the page may connect to the address that the configuration names', async (t) => {
  const { url } = await startChat(t, { CHAT_SOCKET_URL: 'https://sockets.example.org' });
  const config = await (await fetch(`${url}/config`)).json();
  assert.equal(config.socketUrl, 'https://sockets.example.org');
  const policy = (await fetch(`${url}/`)).headers.get('content-security-policy');
  assert.match(policy, /connect-src [^;]* https:\/\/sockets\.example\.org wss:\/\/sockets\.example\.org[ ;]/);
});

test('the configuration names the host that was asked', async (t) => {
  const { url } = await startChat(t);
  const { port } = new URL(url);
  const config = await (await fetch(`http://localhost:${port}/config`)).json();
  assert.deepEqual([config.wire, config.socketUrl], ['socket.io', `http://localhost:${port}`]);
});

test('health names its parts', async (t) => {
  const { url } = await startChat(t);
  assert.deepEqual((await new Client(url).get('/health')).body, { status: 'ok', parts: { store: 'ok', socket: 'ok' } });
});

test('health names the build where rate limits are off, and nowhere else', async (t) => {
  const limited = await startChat(t, { CHAT_BUILD: '0.1.0+abc' });
  assert.deepEqual(Object.keys((await new Client(limited.url).get('/health')).body), ['status', 'parts']);
  const { url } = await startChat(t, { CHAT_BUILD: '0.1.0+abc', CHAT_LIMITS: 'off' });
  const { build, runtime } = (await new Client(url).get('/health')).body;
  assert.deepEqual([build, runtime], ['0.1.0+abc', `Node.js ${process.versions.node}`]);
});

test('requests that are no HTTP end their own connection alone', async (t) => {
  const { url } = await startChat(t);
  const { port } = new URL(url);
  for (const garbage of [
    'GET\r\n\r\n',
    '\0\0\0\0',
    'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: abc\r\n\r\n',
    'GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /messages?after=%ff HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.end(garbage);
    await new Promise((resolve) =>
      socket
        .on('data', () => {})
        .on('error', resolve)
        .on('close', resolve),
    );
  }
  assert.equal((await new Client(url).get('/health')).status, 200);
});

/** What comes back for bytes that need not be HTTP. */
async function sendRaw(url, bytes) {
  const socket = connect(new URL(url).port, '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  let text = '';
  socket.on('data', (chunk) => (text += chunk)).on('error', () => {});
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

test('what is no HTTP is answered in the words of the contract, and the connection closes', async (t) => {
  const { url } = await startChat(t);
  const bad = [
    'GET\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    'GET /me HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /me HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n',
    'GET /me HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /empty HTTP/1.1\r\nConnection: close\r\n\r\n',
    `GET /me HTTP/1.1\r\nHost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: abc\r\n\r\n',
    'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  ];
  for (const bytes of bad) {
    const answer = await sendRaw(url, bytes);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/, bytes.slice(0, 50));
    assert.match(answer, /\r\nContent-Type: application\/json/i);
    assert.match(answer, /\r\n\r\n\{"error":\{"code":"bad_request","message":"[^"]+"\}\}$/);
  }
});

test('HTTP/1.0 needs no host, and an expectation that nobody knows is none', async (t) => {
  const { url } = await startChat(t);
  assert.match(await sendRaw(url, 'GET /empty HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  const expecting = 'GET /empty HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n';
  assert.match(await sendRaw(url, expecting), /^HTTP\/1\.1 200 /);
});

test('JSON is kept by no cache and taken for nothing else', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  for (const path of ['/config', '/health', '/me', '/messages', '/online', '/nope', '/login', '/messages?limit=0']) {
    const { headers } = await client.get(path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
  assert.equal((await client.get('/')).headers.get('cache-control'), 'no-cache');
});

test('a host that a proxy tells of counts for nothing, also where the proxy is believed', async (t) => {
  const { url } = await startChat(t, { CHAT_TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const { body } = await new Client(url).get('/config', headers);
  assert.equal(body.socketUrl, url.replace('http:', 'https:'));
});

test('a request that never ends is given up: a head, and a body that drips in', { timeout: 40_000 }, async (t) => {
  const { url } = await startChat(t);
  const { port } = new URL(url);
  const head = 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const ended = [head, `${head}Content-Length: 60000\r\n\r\n{"login":`].map((beginning) => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(beginning);
    const drip = setInterval(() => socket.write('x'), 500);
    return new Promise((resolve) => {
      socket.on('data', () => {});
      socket.on('error', () => {});
      socket.on('close', () => resolve(clearInterval(drip)));
    });
  });
  await Promise.all(ended);
});

/** A path byte for byte: fetch would tidy it up. */
function getRaw(url, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    get({ host, port, path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({
        status: response.statusCode,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      });
    }).on('error', reject);
  });
}

test('a path is compared byte for byte', async (t) => {
  const { url } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const { cookie } = client;
  const wrong = [
    '/me/',
    '/me//',
    '//me',
    '/%6de',
    '/me%2f',
    '/index.php',
    '/./me',
    '/x/../me',
    '/config/',
    '//',
    '/%',
    '/%ff',
  ];
  for (const path of wrong) assert.deepEqual(codeOf(await getRaw(url, path, { cookie })), [404, 'not_found'], path);
  assert.equal((await getRaw(url, '/me?x=%2f/', { cookie })).status, 200);
});

test('only files of the page are sent, under their plain names', async (t) => {
  const { url } = await startChat(t);
  for (const path of ['/web/main.js', '/web/lib/pusher.min.js', '/web/lib/pusher.min.js.LICENSE.txt'])
    assert.equal((await getRaw(url, path)).status, 200, path);
  const wrong = [
    ...['', 'nope.js', 'chat', 'package.json', 'index.html', 'README.md', 'test/chat.test.js', 'lib/pusher.min.d.ts'],
    ...[
      '/main.js',
      './main.js',
      'lib/../main.js',
      './test/chat.test.js',
      'lib/../test/chat.test.js',
      '/test/chat.test.js',
    ],
    ...[
      '%6dain.js',
      'chat%2fchat.js',
      '..%5c',
      '%00.js',
      'main.js%00',
      'main.js/',
      '.main.js',
      'chat/.js',
      '__proto__.js',
    ],
  ];
  for (const path of wrong) assert.deepEqual(codeOf(await getRaw(url, `/web/${path}`)), [404, 'not_found'], path);
});

test('a client that hangs up amid its body is at fault itself, and no metric names a version', async (t) => {
  const { url } = await startChat(t);
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  t.after(() => socket.destroy());
  await new Promise((resolve) =>
    socket.write(
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      resolve,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const text = await (await fetch(`${url}/metrics`)).text();
  assert.doesNotMatch(text, /code="internal"/);
  assert.doesNotMatch(text, /version/);
});

test('a file that was to answer a connection which is closed meanwhile is no error', async (t) => {
  const { url } = await startChat(t);
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  // More than a connection may have waiting: it is closed before the first file is open.
  socket.write('GET /web/css/messages.css HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40));
  await closed;
  const figures = async () => (await fetch(`${url}/metrics`)).text();
  assert.doesNotMatch(await figures(), /chat_errors_total\{/);
});

test('wrong passwords from all addresses of an IPv6 line count as of one', async (t) => {
  const { url } = await startChat(t, { CHAT_TRUST_PROXY: '1' });
  const enter = (password, from) =>
    new Client(url).post('/login', { login: 'ann', password }, { 'x-forwarded-for': from });
  assert.equal((await enter('secret', '192.0.2.7')).status, 201);
  for (let n = 1; n <= 5; n++) assert.equal((await enter('wrong', `2001:db8:0:0:${n}::1`)).status, 401);
  assert.equal((await enter('wrong', '2001:db8::6')).status, 429);
  assert.equal((await enter('wrong', '2001:db8:0:1::1')).status, 401);
});
