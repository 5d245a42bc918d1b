import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Guard, NotAllowed } from '../../livePage/server/guard.js';

const guard = (/** @type {string} */ host = '127.0.0.1', /** @type {string | null} */ token = null) =>
  new Guard({ host, token, port: () => 4000 });
const post = (/** @type {Record<string, string>} */ headers) => ({ method: 'POST', path: '/api/run', headers });

/** @param {Guard} one @param {any} request @returns {string} */
function answer(one, request) {
  try {
    one.check(request);
    return 'let in';
  } catch (error) {
    assert.ok(error instanceof NotAllowed, `${error}`);
    return `${error.statusCode} ${error.code}`;
  }
}

test('the page of this server may ask, by each of its names', () => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const host = `${name}:4000`;
    assert.equal(answer(guard(), post({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })), 'let in');
    assert.equal(answer(guard(), post({ host })), 'let in', 'and so may curl');
  }
});

test('a name that somebody else’s DNS leads here is none of this server’s, not even to read', () => {
  for (const host of ['evil.example:4000', '127.0.0.1.evil.example:4000', '127.0.0.1', '127.0.0.1:4001', '']) {
    assert.equal(answer(guard(), post({ host, origin: `http://${host}` })), '421 host_not_allowed', host);
    assert.equal(answer(guard(), { method: 'GET', path: '/', headers: { host } }), '421 host_not_allowed', host);
  }
});

test('no page of another origin may ask, those of the chats beside it included', () => {
  const host = '127.0.0.1:4000';
  for (const origin of [
    'http://evil.example',
    'http://127.0.0.1:3000',
    'http://localhost:4000',
    'https://127.0.0.1:4000',
    'null',
  ]) {
    assert.equal(answer(guard(), post({ host, origin })), '403 origin_not_allowed', origin);
  }
  for (const site of ['cross-site', 'same-site']) {
    assert.equal(answer(guard(), post({ host, 'sec-fetch-site': site })), '403 origin_not_allowed', site);
    const events = { method: 'GET', path: '/api/events', headers: { host, 'sec-fetch-site': site } };
    assert.equal(answer(guard(), events), '403 origin_not_allowed', site);
    assert.equal(answer(guard(), { ...events, path: '/' }), 'let in', 'a link to the page is one');
  }
});

test('outside of this machine nobody asks anything without the token', () => {
  const outside = guard('0.0.0.0', 'secret');
  const host = 'localhost:4000';
  for (const cookie of [undefined, 'live_token=', 'live_token=secre', 'live_token=secret2', 'other=secret'])
    assert.equal(answer(outside, { method: 'GET', path: '/', headers: { host, cookie } }), '401 token_needed', cookie);
  assert.equal(answer(outside, post({ host, cookie: 'other=1; live_token=secret' })), 'let in');
  assert.equal(answer(outside, { method: 'GET', path: '/', headers: { host }, token: 'secret' }), 'let in');
  assert.match(outside.address(), /^http:\/\/[^/]+:4000\/\?token=secret$/);
  assert.match(outside.cookie(), /^live_token=secret; HttpOnly; SameSite=Strict/);
});
