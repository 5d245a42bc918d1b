import assert from 'node:assert/strict';
import { expectError, expectStatus } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { entries, entry } from '../entry.js';

/** Origins that are not the server's. @type {Record<string, string>} */
const origins = {
  'another host': 'http://evil.example',
  'the right host as a name inside': 'http://127.0.0.1.evil.example',
  null: 'null',
  nothing: '""',
  'two of them': 'http://127.0.0.1, http://evil.example',
  'a file': 'file://',
  'with a user': 'http://127.0.0.1@evil.example',
  '8 KB of it': `http://${'a'.repeat(8000)}.example`,
};

/** What may be made of a good cookie. @type {Record<string, (name: string, value: string) => string>} */
const cookies = {
  'with one letter changed': (name, value) => `${name}=${value[0] === 'a' ? 'b' : 'a'}${value.slice(1)}`,
  'without its signature': (name, value) => `${name}=${value.split('.')[0].slice(0, 20)}`,
  'with the signature of another': (name, value) => `${name}=forged${value.slice(value.indexOf('.'))}`,
  'as a list': (name) => `${name}[]=a; ${name}[b]=c`,
  'of half percent signs': (name) => `${name}=%; ${name}x=%zz`,
  'of serialised objects': (name) => `${name}=O:8:"stdClass":0:{}; ${name}y={"$ne":null}`,
  'of path steps': (name) => `${name}=../../../../etc/passwd`,
  'of 6 KB': (name) => `${name}=${'a'.repeat(6000)}`,
  'among three hundred others': (name) => `${'a=b; '.repeat(300)}${name}=x`,
};

export const list = [
  ...entries('POST from the origin', origins, async (h, origin) => {
    const answer = await h.post('/messages', '{}', { origin });
    if (answer.status !== 431) expectError(answer, 'origin_not_allowed');
  }),

  ...entries(
    'GET /messages as a script tag',
    { 'of another site': 'cross-site', 'of a sibling host': 'same-site' },
    async (h, site) => {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' };
      expectError(await h.person.get('/messages', { headers }), 'origin_not_allowed');
    },
  ),

  entry('headers with underscores for hyphens, which count for nothing', async (h) => {
    const headers = { sec_fetch_site: 'cross-site', x_forwarded_for: '10.0.0.1', x_http_method_override: 'DELETE' };
    expectStatus(await h.person.get('/me', { headers }), 200);
    const json = JSON.stringify({ text: 'a', clientId: 'underscored' });
    const call = { method: 'POST', body: json, cookie: h.person.cookie, headers: { content_type: 'application/json' } };
    expectError(await h.server.call('/messages', call), 'unsupported_media_type');
  }),

  ...entries('handshake from the origin', origins, async (h, origin) => {
    const raw = await h.socket({ origin });
    assert.ok([403, 431].includes(raw.status), `the handshake got ${raw.status}`);
  }),

  ...entries('a cookie', cookies, async (h, change) => {
    const at = h.person.cookie.indexOf('=');
    const cookie = change(h.person.cookie.slice(0, at), h.person.cookie.slice(at + 1));
    const answer = await h.server.call('/me', { cookie });
    if (answer.status !== 431 && answer.status !== 400) expectError(answer, 'not_logged_in');
  }),

  entry('a stale cookie, by POST and by socket', async (h) => {
    const gone = await Person.enter(h.server);
    await gone.logOut();
    expectError(await gone.say('ghost'), 'not_logged_in');
    assert.equal((await h.server.driver.refusal(h.server, gone.cookie)).code, 'not_logged_in');
  }),

  entry('a stolen cookie works until its owner logs out, then nowhere', async (h) => {
    const owner = await Person.enter(h.server);
    const thief = await h.server.driver.join(h.server, owner.cookie);
    await owner.logOut();
    assert.equal(await Promise.race([thief.ended, new Promise((done) => setTimeout(done, 3000, 'open'))]), 'session');
    expectError(await owner.get('/me'), 'not_logged_in');
    thief.close();
  }),

  entry('a session named by its client is not taken on', async (h) => {
    const chosen = 'node_chat=chosen; laravel_chat=chosen';
    const answer = await h.server.call('/login', {
      method: 'POST',
      cookie: chosen,
      json: { login: h.person.login, password: 'wrong' },
    });
    assert.ok([401, 429].includes(answer.status), `${answer.status}`);
    expectError(await h.server.call('/me', { cookie: chosen }), 'not_logged_in');
  }),

  entry('logouts and calls of one session at the same moment', async (h) => {
    const person = await Person.enter(h.server);
    const calls = Array.from({ length: 12 }, (_, i) => (i % 3 ? person.get('/me') : person.logOut()));
    for (const { status } of await Promise.all(calls)) assert.ok([200, 204, 401].includes(status), `${status}`);
    expectError(await person.get('/me'), 'not_logged_in');
  }),

  entry('wrong passwords for a hundred logins', async (h) => {
    // No more at once than may wait for a turn: beyond those a login is refused unread.
    for (let first = 0; first < 100; first += 20) {
      const tries = Array.from({ length: 20 }, (_, i) =>
        h.post('/login', JSON.stringify({ login: `x${first + i}`, password: '' })),
      );
      for (const { status } of await Promise.all(tries)) assert.equal(status, 422);
    }
    expectStatus(await h.person.get('/me'), 200);
  }),
];
