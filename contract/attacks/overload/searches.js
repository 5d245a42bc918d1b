import assert from 'node:assert/strict';
import { limits } from '../../suite/contract.js';
import { expectError, expectRetryAfter, pause } from '../../suite/expect.js';
import { Person } from '../../suite/person.js';
import { overload } from '../overloadEntry.js';

/** Words that cost the most to compare: each character is looked up, and few are what they were. */
const COSTLY = 'Ἄᾷ ﷺ ㎒é́́ '.repeat(180);

/** What is looked for in all of them, and stands in none. */
const WORDS = encodeURIComponent('ά-ξ ｓ ﬁ ㎑ é 東 q z');

/** In a hash table of up to 2^17 places they all have the same one, where integers are their own hash. A thousand such texts are read by one search. */
const numbers = (/** @type {number} */ nth) =>
  Array.from({ length: 85 }, (_, i) => String((nth * 85 + i + 1) * 2 ** 17)).join(' ');

/**
 * Searches until it is found. A refusal counts only from a queue in which it waited for as long as one may, as on a machine
 * that others keep busy.
 * @param {Person} person @param {string} path @param {string} which
 */
async function searchOnce(person, path, which) {
  const began = performance.now();
  for (;;) {
    const asked = performance.now();
    const answer = await person.get(path, { timeoutMs: 60_000 });
    const now = performance.now();
    const told = `${which}: ${answer.status} after ${Math.round(now - asked)} ms, ${answer.text}`;
    if (answer.status === 200) return;
    expectError(answer, 'too_many_searches');
    assert.ok(now - asked > limits.searchWaitSeconds * 1000 && now - began < 60_000, told);
    await pause(1000);
  }
}

export const list = [
  overload('searches at once by the hundred, of several users, in long messages', async (h) => {
    const people = await Promise.all(Array.from({ length: h.many(10, 4) }, () => Person.enter(h.server)));
    await Promise.all(people.flatMap((person) => Array.from({ length: 20 }, () => person.say(COSTLY))));
    const each = h.many(200, 50);
    // Each from an address of their own: of one address not all would get as far as the searches' queue.
    const search = (/** @type {Person} */ person, /** @type {number} */ nth) =>
      person.get(`/messages?text=${WORDS}`, { from: h.address(nth), timeoutMs: 60_000 });
    const reader = await Person.enter(h.server);
    const began = performance.now();
    let tookMs = 0;
    const searches = Promise.all(
      people.flatMap((person, nth) => Array.from({ length: each }, () => search(person, nth))),
    );
    const done = searches.then(() => (tookMs = performance.now() - began));
    let pages = 0;
    let slowestMs = 0;
    while (tookMs === 0) {
      const asked = performance.now();
      await Promise.race([reader.page().then(() => pages++), done]);
      slowestMs = Math.max(slowestMs, performance.now() - asked);
      await Promise.race([pause(50), done]);
    }
    const answers = await searches;
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectError(answer, 'too_many_searches');
      expectRetryAfter(answer);
    }
    const searched = answers.length - refused.length;
    assert.ok(searched > 0, 'nobody searched');
    // One may have come before them all. By time in full alone: on a busy machine a long wait may be the client's own doing.
    const told = `${pages} pages were read, one waited ${Math.round(slowestMs)} ms, ${searched} searches took ${Math.round(tookMs)} ms`;
    assert.ok(pages > 1, told);
    if (h.long) assert.ok(slowestMs < Math.max(3000, tookMs / 2), told);
    const answered = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [Math.floor(i / each)] : [])));
    // A queue without turns would serve the first alone.
    if (h.long) assert.equal(answered.size, people.length, `${answered.size} of ${people.length} users were answered`);
    const most = people.length * (limits.searchesBurst + Math.ceil(tookMs / 1000) * limits.searchesPerSecond);
    if (h.server.config.rateLimits) assert.ok(searched <= most, `${searched} searches, at most ${most} are allowed`);
  }),

  overload(
    'searches of a dozen users, each as many as are allowed at once and again where one is refused; another searches',
    async (h) => {
      const people = await Promise.all(Array.from({ length: 12 }, () => Person.enter(h.server)));
      if (h.long) await Promise.all(people.flatMap((person) => Array.from({ length: 10 }, () => person.say(COSTLY))));
      // In the short form there is nothing to look through: their number alone fills what they wait in.
      const path = `/messages?text=${WORDS}${h.long ? '' : '&before=1'}`;
      const other = await Person.enter(h.server);
      let isDone = false;
      const flood = people.flatMap((person) =>
        Array.from({ length: limits.searchesBurst }, async () => {
          while (!isDone) {
            // Who floods waits for themselves, on a busy machine for longer than anybody stays: that is nobody's harm.
            const answer = await person.get(path, { from: h.from, timeoutMs: 60_000 }).catch((error) => {
              if (!/no answer within/.test(error.message)) throw error;
              return null;
            });
            if (answer?.status !== 200) await pause(100);
          }
        }),
      );
      try {
        for (let searches = 0; searches < h.many(10, 5); searches++) {
          await searchOnce(other, path, `search ${searches + 1}`);
          // Time for the others to come again.
          await pause(100);
        }
      } finally {
        isDone = true;
        await Promise.all(flood);
      }
    },
    // On Laravel each waits for two searches of each of the others.
    { seconds: 150 },
  ),

  overload(
    'searches with invented sessions by the hundred; somebody searches',
    async (h) => {
      let isDone = false;
      let invented = 0;
      const [name] = h.person.cookie.split('=');
      const flood = Array.from({ length: h.many(1100, 150) }, async () => {
        while (!isDone) {
          const cookie = `${name}=${invented++}${'x'.repeat(32)}`;
          const answer = await h.call('/messages?text=a', { cookie, timeoutMs: 60_000 }).catch((error) => {
            // An address has so many connections that have said nothing yet.
            if (error.cause?.code !== 'ECONNRESET') throw error;
            return null;
          });
          assert.ok([401, 429, undefined].includes(answer?.status), `${answer?.status} ${answer?.text}`);
          if (answer?.status !== 401) await pause(20);
        }
      });
      const searches = async () => {
        const other = await Person.enter(h.server);
        for (let search = 1; search <= h.many(20, 8); search++) {
          await searchOnce(other, '/messages?text=a', `search ${search}`);
          await pause(500);
        }
        isDone = true;
      };
      try {
        await Promise.all([searches(), ...flood]);
      } finally {
        isDone = true;
      }
    },
    { seconds: 150 },
  ),

  overload(
    'searches in messages of numbers that collide in a hash table',
    async (h) => {
      // Words are gathered of whole blocks of a thousand messages: for fewer a test of the store stands (SearchTest).
      const blocks = h.many(2, 0);
      const texts = Array.from({ length: blocks * 1000 }, (_, i) => numbers(i));
      const people = await Promise.all(
        Array.from({ length: Math.ceil(texts.length / limits.messagesBurst) }, () => Person.enter(h.server)),
      );
      let last = 0;
      await Promise.all(
        people.map(async (person) => {
          for (let stored = 0; stored < limits.messagesBurst && texts.length > 0; stored++)
            last = Math.max(last, (await person.store(texts.pop())).id);
        }),
      );
      const began = performance.now();
      const query = `text=nobody&before=${last - (last % 1000) + 1}`;
      const answer = await h.person.get(`/messages?${query}`, { from: h.from, timeoutMs: 25_000 });
      const tookMs = performance.now() - began;
      assert.equal(answer.status, 200);
      assert.ok(tookMs < 5000, `a search took ${Math.round(tookMs)} ms`);
    },
    { seconds: 60 },
  ),
];
