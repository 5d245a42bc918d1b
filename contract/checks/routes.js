import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus } from '../suite/expect.js';

const allowed = {
  '/': 'GET',
  '/login': 'POST',
  '/logout': 'POST',
  '/config': 'GET',
  '/me': 'GET',
  '/messages': 'GET, POST',
  '/messages/7': 'DELETE, PATCH',
  '/online': 'GET',
  '/empty': 'GET',
  '/health': 'GET',
  '/metrics': 'GET',
};
const forms = { 'content-type': 'application/x-www-form-urlencoded' };

export const checks = [
  check('an unknown path is 404 not_found, whatever the method', async (t) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expectError(await t.call('/no/such/path', { method }), 'not_found');
    }
  }),

  check('paths are exact: no other case, no suffix', async (t) => {
    for (const path of [
      '/Me',
      '/messages/one',
      '/login.php',
      '/config/x',
      '/index.php/config',
      '/.errors/bad_request',
    ]) {
      expectError(await t.call(path), 'not_found');
    }
  }),

  check('paths are compared byte for byte: no percent-encoding, no dot segments, no slash more', async (t) => {
    const { cookie } = await t.person();
    for (const path of [
      '/me/',
      '/me//',
      '//me',
      '/%6de',
      '/me%2f',
      '/./me',
      '/x/../me',
      '/index.php',
      '/index.php/config',
    ]) {
      expectError(await t.call(path, { cookie }), 'not_found');
    }
    expectStatus(await t.call('/me?x=%2f/', { cookie }), 200);
  }),

  check('every path refuses the methods it does not have with 405 and says which it has in Allow', async (t) => {
    for (const [path, methods] of Object.entries(allowed)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (methods.includes(method)) continue;
        const answer = await t.call(path, { method });
        expectError(answer, 'method_not_allowed');
        const said = String(answer.headers.allow).split(/\s*,\s*/);
        for (const has of methods.split(', ')) assert.ok(said.includes(has), `${method} ${path}: Allow: ${said}`);
        assert.ok(!said.includes(method), `${method} ${path}: Allow: ${said}`);
      }
    }
  }),

  check('HEAD is answered wherever GET is, with the same status and no body', async (t) => {
    const { cookie } = await t.person();
    for (const [path, methods] of Object.entries(allowed)) {
      if (!methods.includes('GET')) continue;
      for (const options of [{}, { cookie }]) {
        const [get, head] = [await t.call(path, options), await t.call(path, { ...options, method: 'HEAD' })];
        assert.equal(head.status, get.status, `HEAD ${path}`);
        assert.equal(head.bytes.length, 0, `HEAD ${path}`);
        assert.equal(head.headers['content-type'], get.headers['content-type'], `HEAD ${path}`);
      }
    }
  }),

  check('HEAD on a path that only takes POST is 405', async (t) => {
    expectStatus(await t.call('/login', { method: 'HEAD' }), 405);
  }),

  check('a call that needs a session answers 401 not_logged_in without one', async (t) => {
    for (const path of ['/me', '/messages', '/online', '/messages?after=0&limit=1']) {
      expectError(await t.call(path), 'not_logged_in');
    }
    expectError(await t.post('/messages', { text: 'hello', clientId: 'a' }), 'not_logged_in');
  }),

  check('a query string does not change which call is meant', async (t) => {
    expectStatus(await t.call('/health?x=1'), 200);
    expectStatus(await t.call('/empty?messages'), 200);
  }),

  check('the method is checked before the Origin', async (t) => {
    const headers = { origin: 'http://evil.example' };
    expectError(await t.call('/me', { method: 'POST', headers }), 'method_not_allowed');
    expectError(await t.call('/no-such', { method: 'POST', headers }), 'not_found');
  }),

  check('the Origin is checked before the content type', async (t) => {
    const headers = { ...forms, origin: 'http://evil.example' };
    expectError(await t.call('/login', { method: 'POST', headers, body: 'a=b' }), 'origin_not_allowed');
  }),

  check('the content type is checked before the size of the body', async (t) => {
    expectError(
      await t.call('/login', { method: 'POST', headers: forms, body: 'x'.repeat(65_537) }),
      'unsupported_media_type',
    );
  }),

  check('the size of the body is checked before the session', async (t) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await t.call('/messages', { method: 'POST', headers, body: ' '.repeat(65_537) }), 'body_too_large');
  }),

  check('the session is checked before the body', async (t) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await t.call('/messages', { method: 'POST', headers, body: '{' }), 'not_logged_in');
  }),
];
