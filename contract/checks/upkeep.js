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

  check('/config, /empty, /health and /metrics ask for no session and set none', async (t) => {
    for (const path of ['/config', '/empty', '/health', '/metrics']) {
      const answer = await t.call(path);
      expectStatus(answer, 200);
      assert.deepEqual(answer.cookies, [], path);
    }
  }),
];
