import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { expectError, expectStatus, originOf } from '../suite/expect.js';
import { freshLogin, PASSWORD } from '../suite/person.js';

/** Origins that look like the server's own, and are not. @param {URL} url */
const wrongOrigins = ({ port }) => [
  'http://evil.example',
  `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${Number(port) + 100}`,
  'http://127.0.0.1',
  `http://127.0.0.1:${port}.evil.example`,
  `http://evil.example:${port}`,
  `http://localhost.evil.example:${port}`,
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}, http://evil.example`,
  'null',
];

/** @param {import('../suite/trial.js').Trial} t @param {string} origin */
const enter = (t, origin) => t.post('/login', { login: freshLogin(), password: PASSWORD }, { headers: { origin } });

export const checks = [
  check('a POST from another origin is 403 origin_not_allowed', async (t) => {
    for (const origin of wrongOrigins(t.server.url)) expectError(await enter(t, origin), 'origin_not_allowed');
  }),

  check('every POST checks the Origin', async (t) => {
    const person = await t.person();
    const headers = { origin: 'http://evil.example' };
    for (const path of ['/login', '/logout', '/messages', t.server.config.authEndpoint ?? '/login']) {
      expectError(await person.post(path, { text: 'x', clientId: 'x' }, { headers }), 'origin_not_allowed');
    }
    expectStatus(await person.get('/me'), 200);
  }),

  check('a POST from the page of the server is let in, on 127.0.0.1 and on localhost', async (t) => {
    for (const host of ['127.0.0.1', 'localhost']) expectStatus(await enter(t, originOf(t.server.url, host)), 201);
  }),

  check('a POST without an Origin is let in', async (t) => {
    expectStatus(await t.post('/login', { login: freshLogin(), password: PASSWORD }), 201);
  }),

  check('a call that a session counts for is refused to pages of other sites, a GET too', async (t) => {
    const person = await t.person();
    /** @type {Record<string, string>[]} */
    const others = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of others) {
      for (const path of ['/me', '/messages', '/online']) {
        expectError(await person.get(path, { headers }), 'origin_not_allowed');
      }
      for (const path of ['/login', '/logout', '/messages']) {
        expectError(await person.post(path, { text: 'x', clientId: 'x' }, { headers }), 'origin_not_allowed');
      }
    }
    expectStatus(await person.get('/me'), 200);
  }),

  check('a page of the server, an allowed Origin and no page at all may call', async (t) => {
    const person = await t.person();
    /** @type {Record<string, string>[]} */
    const ours = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: originOf(t.server.url), 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of ours) expectStatus(await person.get('/me', { headers }), 200);
  }),

  check('the page, its files and what needs no session are sent to links of every site', async (t) => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/', '/config', '/health', '/empty', '/metrics']) {
      expectStatus(await t.call(path, { headers }), 200);
    }
  }),

  check('a GET without a session answers whatever the Origin, and allows no other origin to read it', async (t) => {
    for (const path of ['/config', '/health', '/']) {
      const answer = await t.call(path, { headers: { origin: 'http://evil.example' } });
      expectStatus(answer, 200);
      assert.equal(answer.headers['access-control-allow-origin'], undefined, path);
    }
  }),

  check('a socket from another origin is refused with 403 in its handshake', async (t) => {
    const { cookie } = await t.person();
    for (const origin of wrongOrigins(t.server.url)) {
      assert.equal(await t.driver.handshake(t.server, { cookie, origin }), 403, origin);
    }
  }),

  check('every request that a socket is made of checks the Origin', async (t) => {
    const { cookie } = await t.person();
    const answers = await t.driver.idioms.requests(t.server, cookie, { origin: 'http://evil.example' });
    for (const [name, status] of Object.entries(answers)) assert.equal(status, 403, name);
  }),

  check('every request that a socket is made of is refused where the browser names another site', async (t) => {
    const { cookie } = await t.person();
    const { requests } = t.driver.idioms;
    for (const site of ['same-site', 'cross-site']) {
      const answers = await requests(t.server, cookie, { 'sec-fetch-site': site });
      for (const [name, status] of Object.entries(answers)) assert.equal(status, 403, `${site}: ${name}`);
    }
    const own = await requests(t.server, cookie, { 'sec-fetch-site': 'same-origin' });
    for (const [name, status] of Object.entries(own)) assert.ok(status < 300, `same-origin: ${name}: ${status}`);
  }),

  check('a socket from the page of the server joins, on 127.0.0.1 and on localhost', async (t) => {
    const person = await t.person();
    for (const host of ['127.0.0.1', 'localhost']) {
      const connection = await t.join(person, { origin: originOf(t.server.url, host) });
      assert.deepEqual(connection.welcome.me, person.user);
    }
  }),

  check('a socket without an Origin joins', async (t) => {
    const { person, connection } = await t.joined();
    assert.deepEqual(connection.welcome.me, person.user);
  }),
];
