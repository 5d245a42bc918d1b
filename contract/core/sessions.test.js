import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookiesOf } from '../harness/client.js';
import { call, logIn, expectError, person } from '../harness/underTest.js';

/** Reads the attributes of an answer's last cookie, in lower case. */
function attributesOf({ headers }) {
  const [, ...attributes] = (headers.getSetCookie().at(-1) ?? '').toLowerCase().split(/; */);
  return Object.fromEntries(attributes.map((one) => [...one.split('='), ''].slice(0, 2)));
}

test('the session is a cookie that scripts cannot read, that other sites do not send, for seven days', async () => {
  const attributes = attributesOf(await logIn());
  const { httponly, samesite, path, domain, 'max-age': age } = attributes;
  assert.deepEqual([httponly, samesite, path, domain], ['', 'lax', '/', undefined], JSON.stringify(attributes));
  // A server that reads the clock twice may read two different seconds.
  assert.ok(Math.abs(Number(age) - 7 * 24 * 60 * 60) < 60, `Max-Age=${age}`);
});

test('GET /me names the session’s user', async () => {
  const ann = await person();
  assert.deepEqual((await ann.get('/me')).json, { user: ann.user });
});

test('a forged, cut or empty cookie is no session', async () => {
  const [name, value] = (await person()).cookie.split('=');
  for (const forged of ['', 'x', value.slice(0, -12), `x${value}`, [...value].reverse().join(''), '%00', '../../etc'])
    expectError(await call('GET', '/me', { cookie: `${name}=${forged}` }), 'not_logged_in');
});

test('a login ends the session that it was sent with, of any user', async () => {
  const ann = await person();
  const again = await logIn({ login: ann.login }, ann.cookie);
  expectError(await ann.get('/me'), 'not_logged_in');
  const other = await logIn({}, cookiesOf(again));
  expectError(await call('GET', '/me', { cookie: cookiesOf(again) }), 'not_logged_in');
  assert.equal((await call('GET', '/me', { cookie: cookiesOf(other) })).status, 200);
});

test('a logout answers 204, expires the cookie and ends the session; it answers 204 also without one', async () => {
  const ann = await person();
  const answer = await ann.logOut();
  assert.equal(answer.status, 204);
  const { 'max-age': age, expires } = attributesOf(answer);
  assert.ok(age === '0' || Date.parse(expires) < Date.now(), String(answer.headers.getSetCookie()));
  expectError(await ann.get('/me'), 'not_logged_in');
  expectError(await ann.say('ghost'), 'not_logged_in');
  assert.equal((await ann.logOut()).status, 204);
  assert.equal((await call('POST', '/logout', { json: {} })).status, 204);
});

test('a logout leaves the other sessions of the user', async () => {
  const ann = await person();
  const again = await person(ann.login);
  await ann.logOut();
  assert.equal((await again.get('/me')).status, 200);
});

test('with token: true a login sets no cookie and answers with a bearer token, which a logout ends', async () => {
  const ann = await person();
  const answer = await logIn({ login: ann.login, token: true });
  assert.deepEqual([answer.status, answer.headers.getSetCookie()], [200, []]);
  const headers = { authorization: `Bearer ${answer.json.token}` };
  assert.deepEqual((await call('GET', '/me', { headers })).json, { user: ann.user });
  assert.equal((await call('POST', '/logout', { headers, json: {} })).status, 204);
  expectError(await call('GET', '/me', { headers }), 'not_logged_in');
  assert.equal((await ann.get('/me')).status, 200, 'the session with the cookie is another one');
  for (const forged of ['Bearer', 'Bearer x', `Basic ${answer.json.token}`, answer.json.token])
    expectError(await call('GET', '/me', { headers: { authorization: forged } }), 'not_logged_in');
});
