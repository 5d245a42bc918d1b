import assert from 'node:assert/strict';
import { expectError, expectRetryAfter, pause } from '../../suite/expect.js';
import { freshClientId, Person } from '../../suite/person.js';
import { callFlood } from '../callFlood.js';
import { overload } from '../overloadEntry.js';

/** @typedef {import('../overloader.js').Overloader} Overloader */

/**
 * A door: what is asked there again and again, and what may be answered.
 * @typedef {(h: Overloader, person: Person) => Promise<() => string>} Door
 */

/** @param {Overloader} h @param {string} line @param {string} cookie @param {string} [json] */
function call(h, line, cookie, json) {
  const headers = cookie ? [`cookie: ${cookie}`] : [];
  if (json === undefined) return h.head(line, headers);
  return h.head(line, [...headers, 'content-type: application/json', `content-length: ${json.length}`]) + json;
}

/** The same each time. @param {string} line @param {string} [json] @returns {Door} */
const always = (line, json) => async (h, person) => {
  const bytes = call(h, line, person.cookie, json);
  return () => bytes;
};

/** @param {string} line @param {string} [json] @returns {Door} */
const stranger = (line, json) => async (h) => {
  const bytes = call(h, line, '', json);
  return () => bytes;
};

/** Changes of a message of one's own. @param {string} method @param {any} json @returns {Door} */
const changing = (method, json) => async (h, person) => {
  const { id } = await person.store();
  return always(`${method} /messages/${id}`, JSON.stringify(json))(h, person);
};

/** @type {Record<string, Door>} */
const doors = {
  'the page': stranger('GET /'),
  '/config': stranger('GET /config'),
  '/empty': stranger('GET /empty'),
  '/health': stranger('GET /health'),
  '/metrics': stranger('GET /metrics'),
  'a file of the page': stranger('GET /web/chat.js'),
  'what is not there': stranger('GET /nothing'),
  '/me without a session': stranger('GET /me'),
  'logins without a name': stranger('POST /login', '{}'),
  'logouts without a session': stranger('POST /logout', '{}'),
  '/me': always('GET /me'),
  '/me with invented sessions': async (h, person) => {
    const [name] = person.cookie.split('=');
    return () => call(h, 'GET /me', `${name}=${freshClientId()}`);
  },
  '/online': always('GET /online'),
  'pages of messages': always('GET /messages?limit=200'),
  searches: always('GET /messages?text=beside'),
  'empty texts': always('POST /messages', '{}'),
  'one clientId again and again': async (h, person) => {
    const clientId = freshClientId();
    await person.say('once', clientId);
    return always('POST /messages', JSON.stringify({ text: 'again', clientId }))(h, person);
  },
  'messages beyond the allowance': async (h, person) => () =>
    call(h, 'POST /messages', person.cookie, JSON.stringify({ text: 'one more', clientId: freshClientId() })),
  'edits beyond the allowance': changing('PATCH', { text: 'changed' }),
  'deletions beyond the allowance': changing('DELETE', {}),
};

/** What a chat may say to those who ask too much. */
const REFUSALS = new Map([[503, 'too_many_connections']]);

/** @param {Map<number, number>} answers */
function expectAnswers(answers) {
  const told = [...answers].map(([status, count]) => `${status}: ${count}`).join(', ');
  const wrong = [...answers.keys()].filter((status) => status >= 500 && !REFUSALS.has(status));
  assert.deepEqual(wrong, [], told);
  assert.ok(answers.size > 0, 'nothing was answered');
}

export const list = [
  ...Object.entries(doors).map(([name, door]) =>
    overload(`one address asks on many connections for ${name}`, async (h) => {
      // Somebody who has their allowances still.
      const request = await door(h, await Person.enter(h.server));
      const flood = callFlood(h.page, { count: h.many(900, 300), from: [h.from], request });
      h.endings.push(flood.end);
      await h.hold(5000, 1500);
      expectAnswers(flood.end());
    }),
  ),

  overload('five addresses ask at every door', async (h) => {
    const from = h.addresses(5);
    const people = await Promise.all(from.map(() => Person.enter(h.server)));
    const floods = await Promise.all(
      Object.values(doors).map(async (door, nth) => {
        const request = await door(h, people[nth % from.length]);
        return callFlood(h.page, { count: h.many(100, 20), from, request });
      }),
    );
    for (const { end } of floods) h.endings.push(end);
    await h.hold(8000, 2000);
    // The queue of an address may be longer than that: not every door must have answered.
    expectAnswers(new Map(floods.flatMap(({ end }) => [...end()])));
  }),

  overload('whoever asks more at once than an address may is told when to come again', async (h) => {
    if (!h.server.config.rateLimits) return;
    const flood = callFlood(h.page, { count: 1200, from: [h.from], request: () => h.head('GET /me') });
    h.endings.push(flood.end);
    await pause(500);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => h.call('/me').catch(() => null /* the connection is refused */)),
    );
    flood.end();
    for (const answer of answers.filter((each) => each?.status === 503)) {
      assert.ok(answer);
      expectError(answer, 'too_many_connections');
      expectRetryAfter(answer);
    }
  }),
];
