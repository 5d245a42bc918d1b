import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { contract, limits } from '../suite/contract.js';
import { expectError, expectStatus } from '../suite/expect.js';
import { freshLogin, PASSWORD, Person, sessionCookie } from '../suite/person.js';

/** A Set-Cookie line as a map of its attributes in lower case. @param {string} line @returns {Record<string, string>} */
function attributes(line) {
  return Object.fromEntries(
    line.split(/;\s*/).map((part, index) => {
      const [name, ...value] = part.split('=');
      return [index ? name.toLowerCase() : 'name', index ? value.join('=') : name];
    }),
  );
}

export const checks = [
  check('the session cookie has the name of the server, HttpOnly, SameSite=Lax, Path=/ and 7 days', async (t) => {
    const answer = await t.post('/login', { login: freshLogin(), password: PASSWORD });
    const line = answer.cookies.find((cookie) => /_chat=/.test(cookie)) ?? '';
    const cookie = attributes(line);
    assert.equal(cookie.name, contract.cookies[t.server.config.name]);
    assert.ok('httponly' in cookie, line);
    assert.equal(cookie.samesite?.toLowerCase(), 'lax', line);
    assert.equal(cookie.path, '/', line);
    // A server that takes the time of day twice may meet the next second in between.
    const seconds = Number(cookie['max-age']);
    assert.ok(seconds <= limits.sessionSeconds && seconds > limits.sessionSeconds - 60, line);
  }),

  check('the session cookie is not Secure on http and names no domain', async (t) => {
    const answer = await t.post('/login', { login: freshLogin(), password: PASSWORD });
    const cookie = attributes(answer.cookies.find((line) => /_chat=/.test(line)) ?? '');
    assert.ok(!('secure' in cookie) && !('domain' in cookie), JSON.stringify(cookie));
  }),

  check('no call but login and logout sets a cookie, with an ended session neither', async (t) => {
    const person = await t.person();
    await person.logOut();
    for (const path of ['/me', '/online', '/messages', '/config', '/empty']) {
      const answer = await person.get(path);
      assert.deepEqual(answer.cookies, [], path);
    }
    const sent = await person.say('hello');
    expectError(sent, 'not_logged_in');
    assert.deepEqual(sent.cookies, []);
  }),

  check('a login sets one cookie, over an old session too', async (t) => {
    const person = await t.person();
    for (const cookie of [undefined, person.cookie]) {
      const answer = await t.post('/login', { login: freshLogin(), password: PASSWORD }, { cookie });
      assert.equal(answer.cookies.length, 1, answer.cookies.join('\n'));
    }
  }),

  check('GET /me is the user of the session', async (t) => {
    const person = await t.person();
    const answer = await person.get('/me');
    expectStatus(answer, 200);
    assert.deepEqual(answer.json, { user: person.user });
  }),

  check('a forged, cut or empty cookie is no session', async (t) => {
    const { cookie } = await t.person();
    const [name, value] = cookie.split('=');
    for (const forged of [
      '',
      'x',
      value.slice(0, -12),
      `x${value}`,
      [...value].reverse().join(''),
      '%00',
      `"${value}`,
      `${value}"`,
      `""${value}""`,
      '"',
      '""',
      '../../etc',
    ]) {
      expectError(await t.call('/me', { cookie: `${name}=${forged}` }), 'not_logged_in');
    }
  }),

  check('the value of a session cookie has no character that a client puts in quotes, over 20 logins', async (t) => {
    const person = await t.person();
    for (let logins = 0; logins < 20; logins++) {
      const { cookie } = await person.again();
      assert.match(cookie, /^[a-z]+_chat=[A-Za-z0-9._~%-]+$/);
    }
  }),

  check('one pair of quotes around the value of a cookie counts for nothing, on a socket neither', async (t) => {
    const { cookie, user } = await t.person();
    const [name, value] = cookie.split('=');
    const quoted = `${name}="${value}"`;
    assert.deepEqual((await t.call('/me', { cookie: quoted })).json, { user });
    const socket = await t.driver.join(t.server, quoted);
    socket.close();
    assert.deepEqual(socket.welcome.me, user);
  }),

  check('a login gives a session of its own each time', async (t) => {
    const ann = await t.person();
    const again = await ann.again();
    assert.notEqual(ann.cookie, again.cookie);
    assert.deepEqual((await ann.get('/me')).json, (await again.get('/me')).json);
  }),

  check('a login ends the session that the request carried', async (t) => {
    const person = await t.person();
    const answer = await person.post('/login', { login: person.login, password: PASSWORD });
    expectStatus(answer, 200);
    expectError(await person.get('/me'), 'not_logged_in');
    expectStatus(await t.call('/me', { cookie: sessionCookie(answer) }), 200);
  }),

  check('a login as somebody else ends the session that the request carried', async (t) => {
    const ann = await t.person();
    expectStatus(await ann.post('/login', { login: freshLogin(), password: PASSWORD }), 201);
    expectError(await ann.get('/me'), 'not_logged_in');
  }),

  check('a logout is 204 without a body and expires the cookie', async (t) => {
    const person = await t.person();
    const answer = await person.logOut();
    expectStatus(answer, 204);
    assert.equal(answer.bytes.length, 0);
    const line = answer.cookies.find((cookie) => cookie.startsWith(person.cookie.split('=')[0])) ?? '';
    const { 'max-age': age, expires } = attributes(line);
    assert.ok(age === '0' || Date.parse(expires) < Date.now(), `Set-Cookie: ${line}`);
  }),

  check('after a logout the old cookie is no session any more', async (t) => {
    const person = await t.person();
    await person.logOut();
    expectError(await person.get('/me'), 'not_logged_in');
    expectError(await person.say('ghost'), 'not_logged_in');
  }),

  check('a logout without a session is 204 too', async (t) => {
    expectStatus(await t.post('/logout', {}), 204);
    expectStatus(await t.post('/logout', {}, { cookie: 'node_chat=x; laravel_chat=x' }), 204);
  }),

  check('a logout leaves the other sessions of the user alone', async (t) => {
    const ann = await t.person();
    const again = await ann.again();
    await ann.logOut();
    expectStatus(await again.get('/me'), 200);
  }),

  check('the name and the id of a user are the same in every session', async (t) => {
    const ann = await t.person();
    await ann.logOut();
    const later = await Person.enter(t.server, ann.login);
    assert.deepEqual(later.user, ann.user);
  }),
];
