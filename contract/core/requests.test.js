import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, config, contract, expectError, freshId, limits, loginOf, person, url } from '../harness/underTest.js';

const JSON_TYPE = { 'content-type': 'application/json' };

const post = (body, headers = JSON_TYPE) => call('POST', '/login', { body, headers });

/** Makes a body of bytes, because fetch adds a content type to a string. */
const bytes = (text) => new TextEncoder().encode(text);

test('a body is application/json in any case, with any parameters; another content type answers 415', async () => {
  const body = bytes(JSON.stringify(loginOf()));
  const others = ['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  for (const type of others) expectError(await post(body, { 'content-type': type }), 'unsupported_media_type');
  expectError(await post(body, {}), 'unsupported_media_type');
  for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
    assert.equal((await post(JSON.stringify(loginOf()), { 'content-type': type })).status, 201);
});

test('a body of the largest size is read, and one byte more answers 413', async () => {
  const sized = (size) => {
    const body = { ...loginOf(), extra: '' };
    return JSON.stringify({ ...body, extra: 'x'.repeat(size - JSON.stringify(body).length) });
  };
  assert.equal((await post(sized(limits.bodyMaxBytes))).status, 201);
  expectError(await post(sized(limits.bodyMaxBytes + 1)), 'body_too_large');
});

test('a body that is not a JSON object in UTF-8 answers 400, and leaves the session as it was', async () => {
  const ann = await person();
  const member = (json) => JSON.stringify(loginOf()).replace('{', `{"extra":${json},`);
  for (const body of ['{', "{'login':'a'}", '{} {}', 'login=a', '[]', '"text"', 'null', '42'])
    expectError(await ann.call('POST', '/logout', { body, headers: JSON_TYPE }), 'bad_json');
  for (const lone of ['"\\ud800"', '"a\\udc00b"', '[{"deep":"\\udfff"}]', '{"\\ud800":1}'])
    expectError(await post(member(lone)), 'bad_json');
  expectError(await post(new Uint8Array([...bytes('{"login":"'), 0xe9, ...bytes('"}')])), 'bad_json');
  assert.equal((await post(member('"\\ud83d\\ude00"'))).status, 201);
  assert.equal((await ann.get('/me')).status, 200);
});

test('unknown members are ignored', async () => {
  const { login, ...others } = loginOf();
  const depth = contract.limits.jsonDepthMax - 1;
  const nested = '['.repeat(depth) + ']'.repeat(depth);
  const unknown = `"__proto__":{"login":"x"},"constructor":1,"nested":${nested}`;
  const body = JSON.stringify({ login, ...others, id: 7 }).replace('{', `{${unknown},`);
  const { status, json } = await post(body);
  assert.deepEqual([status, json.user.name], [201, login]);
});

test('an unknown address answers 404', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) expectError(await call(method, '/no/such/path'), 'not_found');
  for (const path of ['/Me', '/messages/one', '/config/x']) expectError(await call('GET', path), 'not_found');
});

test('a method that an address lacks answers 405, and Allow lists its methods', async () => {
  const all = { '/login': 'POST', '/logout': 'POST', '/config': 'GET', '/me': 'GET', '/messages': 'GET, POST' };
  for (const [path, methods] of Object.entries(all))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
      const answer = await call(method, path);
      expectError(answer, 'method_not_allowed');
      const allow = (answer.headers.get('allow') ?? '').split(/ *, */);
      for (const has of methods.split(', ')) assert.ok(allow.includes(has), `${path} Allow: ${allow}`);
    }
});

test('a call that needs a session answers 401 without one', async () => {
  for (const path of ['/me', '/messages']) expectError(await call('GET', path), 'not_logged_in');
  expectError(await call('POST', '/messages', { json: { text: 'x', clientId: freshId() } }), 'not_logged_in');
});

test('a page of another site cannot use a session', async () => {
  const ann = await person();
  const { port } = new URL(url);
  const origins = [
    'http://evil.example',
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1:1',
    `http://evil.example:${port}`,
  ];
  const others = [...origins, `http://127.0.0.1:${port}.evil.example`, 'null'].map((origin) => ({ origin }));
  const foreign = [...others, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }];
  for (const headers of foreign) {
    expectError(await ann.call('GET', '/me', { headers }), 'origin_not_allowed');
    for (const path of ['/login', '/logout', '/messages'])
      expectError(await ann.call('POST', path, { headers, json: { text: 'x', clientId: 'x' } }), 'origin_not_allowed');
  }
  assert.equal((await ann.get('/me')).status, 200);
});

test("the server's own page and programs other than browsers may use a session", async () => {
  const ann = await person();
  const { origin } = new URL(url);
  const own = [{ origin, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}];
  for (const headers of own) assert.equal((await ann.call('GET', '/me', { headers })).status, 200);
});

test('/config names the host of the request', async () => {
  const { hostname } = new URL(url);
  assert.equal(new URL(config.socketUrl).hostname, hostname);
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  assert.deepEqual((await call('GET', '/config', { headers })).json, config);
});

test('/empty answers 200 without a body and without a cookie, with or without a session', async () => {
  const { cookie } = await person();
  for (const options of [{}, { cookie }]) {
    const { status, text, headers } = await call('GET', '/empty', options);
    assert.deepEqual([status, text, headers.getSetCookie()], [200, '', []]);
  }
});

test('/health answers ok', async () => {
  const { status, json } = await call('GET', '/health');
  assert.deepEqual([status, json.status, [...new Set(Object.values(json.parts))]], [200, 'ok', ['ok']]);
});

test('JSON answers forbid caching and content sniffing', async () => {
  const ann = await person();
  for (const path of ['/config', '/health', '/me', '/messages', '/no/such/path', '/messages?limit=0']) {
    const { headers } = await ann.get(path);
    assert.match(String(headers.get('cache-control')), /\bno-store\b/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
});
