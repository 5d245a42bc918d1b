import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectStatus } from '../suite/expect.js';

export const checks = [
  check('GET /empty is 200 without a body', async (t) => {
    const answer = await t.call('/empty');
    expectStatus(answer, 200);
    assert.equal(answer.bytes.length, 0);
  }),

  check('/empty sets no cookie, whoever asks', async (t) => {
    const { cookie } = await t.person();
    assert.deepEqual((await t.call('/empty')).cookies, []);
    assert.deepEqual((await t.call('/empty', { cookie })).cookies, []);
    assert.deepEqual((await t.call('/empty', { cookie: 'node_chat=x; laravel_chat=x' })).cookies, []);
  }),

  check('/health is ok and names the store and the socket', async (t) => {
    const answer = await t.call('/health');
    expectStatus(answer, 200);
    assert.match(String(answer.headers['content-type']), /^application\/json\b/);
    assert.equal(answer.json.status, 'ok');
    assert.equal(answer.json.parts.store, 'ok');
    assert.equal(answer.json.parts.socket, 'ok');
  }),

  check('/health says what runs where rate limits are lifted, and nowhere else', async (t) => {
    const { status, parts, ...rest } = (await t.call('/health')).json;
    assert.deepEqual(
      Object.keys({ status, parts, ...rest }).sort(),
      t.server.config.rateLimits ? ['parts', 'status'] : ['build', 'parts', 'runtime', 'status'],
    );
    if (t.server.config.rateLimits) return;
    assert.match(rest.build ?? '0.1.0+0000000', /^\d+\.\d+\.\d+\+[0-9a-f]{7,40}(-dirty)?$/);
    assert.match(rest.runtime, /^(Node\.js|PHP) \d+\.\d+\.\d+/);
  }),

  check('JSON is kept by no cache and taken for nothing else, errors and an empty answer too', async (t) => {
    const person = await t.person();
    const paths = ['/config', '/health', '/me', '/messages', '/online', '/no/such/path', '/login', '/messages?limit=0'];
    const answers = await Promise.all(paths.map((path) => person.get(path)));
    for (const [i, { headers }] of answers.entries()) {
      assert.match(String(headers['cache-control']), /\bno-store\b/, paths[i]);
      assert.equal(headers['x-content-type-options'], 'nosniff', paths[i]);
    }
    assert.match(String((await person.logOut()).headers['cache-control']), /\bno-store\b/);
  }),

  check('no answer names a framework or the version of anything', async (t) => {
    for (const path of ['/', '/config', '/empty', '/metrics', '/no/such/path']) {
      const { headers } = await t.call(path);
      assert.equal(headers['x-powered-by'], undefined, path);
      assert.doesNotMatch(String(headers.server ?? ''), /\d/, path);
    }
  }),

  check("X-Forwarded-Host is nobody's word: /config names the host that was asked", async (t) => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '1', forwarded: 'host=evil.example' };
    assert.deepEqual((await t.call('/config', { headers })).json, (await t.call('/config')).json);
  }),

  check('/config, /empty, /health and /metrics ask for no session and set none', async (t) => {
    for (const path of ['/config', '/empty', '/health', '/metrics']) {
      const answer = await t.call(path);
      expectStatus(answer, 200);
      assert.deepEqual(answer.cookies, [], path);
    }
  }),
];
