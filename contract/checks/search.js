import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { freshClientId } from '../suite/person.js';
import { expectError, expectRetryAfter, expectStatus, pause } from '../suite/expect.js';

/** A word that nobody else writes. */
const freshWord = () => `w${randomBytes(6).toString('hex')}`;

/**
 * @param {import('../suite/person.js').Person} person @param {string} text @param {string} [rest] further parameters
 * @returns {Promise<{ messages: any[], more: boolean, searchedTo: number }>}
 */
async function search(person, text, rest = '') {
  const answer = await person.get(`/messages?text=${encodeURIComponent(text)}${rest}`);
  expectStatus(answer, 200);
  return answer.json;
}

/**
 * Every match with that id or a higher one, page by page.
 * @param {import('../suite/person.js').Person} person @param {string} text @param {number} first @param {number} limit
 */
async function searchDownTo(person, text, first, limit) {
  const found = [];
  for (let before = ''; ;) {
    const { messages, more, searchedTo } = await search(person, text, `&limit=${limit}${before}`);
    assert.ok(messages.length <= limit, `${messages.length} messages where ${limit} were asked for`);
    found.unshift(...messages);
    if (!more || searchedTo <= first) return found;
    before = `&before=${searchedTo}`;
  }
}

const ids = (/** @type {{ id: number }[]} */ messages) => messages.map(({ id }) => id);

/** Whether one text is found by each query. @param {import('../suite/trial.js').Trial} t @param {[string, string, boolean][]} cases text, query, found */
async function expectFound(t, cases) {
  const person = await t.person();
  for (const [text, query, isFound] of cases) {
    const word = freshWord();
    const { id } = await person.store(`${word} ${text}`);
    const { messages } = await search(person, `${word} ${query}`);
    assert.deepEqual(ids(messages), isFound ? [id] : [], `${JSON.stringify(query)} in ${JSON.stringify(text)}`);
  }
}

// Alone, as other limits: a busy server may make no more searches than a window holds.
const rated = { company: /** @type {const} */ ('alone'), rateLimited: true };

/** Searches until it is refused; nothing where the server is too slow to be asked too fast. @param {import('../suite/person.js').Person} person */
async function drain(person) {
  for (let rounds = 0; rounds < 10; rounds++) {
    const answers = await Promise.all(
      Array.from({ length: limits.searchesMax + 4 }, () => person.get('/messages?text=nothing&limit=1&before=1')),
    );
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) return refused;
  }
  return undefined;
}

export const checks = [
  check('a search finds the messages in which each of its words begins a word, and gives them whole', async (t) => {
    const person = await t.person();
    const word = freshWord();
    const first = await person.store(`the ${word}ish house`);
    await person.store(`x${word} house`);
    await person.store(`${word} home`);
    const last = await person.store(`A house, a ${word}`);
    assert.deepEqual((await search(person, `${word} hous`)).messages, [first, last]);
    assert.deepEqual((await search(person, `HOUSE ${word}`)).messages, [first, last]);
    assert.deepEqual((await search(person, `houses ${word}`)).messages, []);
  }),

  check('a search takes no notice of case, accents, compatibility forms and what shows nothing', (t) =>
    expectFound(t, [
      ['Élan Straße', 'elan STRASSE', true],
      ['E\u0301lan', 'élan', true],
      ['ΟΔΟΣ ΑΘΉΝΑ', 'οδος αθηνα', true],
      ['ﬁne １２３', 'fine 12', true],
      ['co\u00adope\u200dration', 'cooper', true],
      ['naïve', 'naiver', false],
      ['ы', 'и', false],
    ]),
  ),

  check('words of a search are letters, digits and their marks: all else parts them', (t) =>
    expectFound(t, [
      ["don't-stop_now", 'don t stop now', true],
      ["don't", "'t, don?", true],
      ['a1b2', 'a1', true],
      ['a1b2', 'b2', false],
      ['हिन्दी', 'हिन्', true],
      ['e\u{1f600}f', 'f e', true],
    ]),
  ),

  check('each letter of a script without spaces is a word of a search', (t) =>
    expectFound(t, [
      ['東京都', '京', true],
      ['東京都', '京東', true],
      ['東京都', '京北', false],
      ['สวัสดี', 'ส', true],
      ['한국어', '한', true],
      ['한국어', '국', false],
    ]),
  ),

  check('a message is found as soon as it is acknowledged, by POST and by socket', async (t) => {
    const [ann, bob] = await Promise.all([t.joined(), t.person()]);
    const word = freshWord();
    const posted = await ann.person.store(word);
    assert.deepEqual(ids((await search(bob, word)).messages), [posted.id]);
    const { message } = await ann.connection.send({ text: word, clientId: freshClientId() });
    assert.deepEqual(ids((await search(bob, word)).messages), [posted.id, message.id]);
  }),

  check('a search goes on from page to page and meets every message once, from the newest to the oldest', async (t) => {
    const person = await t.person();
    const word = freshWord();
    const stored = [];
    for (let i = 0; i < 5; i++) {
      stored.push((await person.store(`${word} ${i}`)).id);
      await person.store('in between');
    }
    assert.deepEqual(ids(await searchDownTo(person, word, stored[0], 2)), stored);
    const { messages } = await search(person, word, `&before=${stored[3]}&limit=2`);
    assert.deepEqual(ids(messages), stored.slice(1, 3));
  }),

  check('a search finds an edited message by its new text alone, and a deleted one no more', async (t) => {
    const person = await t.person();
    const [old, changed, gone] = [freshWord(), freshWord(), freshWord()];
    const { id } = await person.store(old);
    await person.store(gone).then((message) => person.remove(message.id));
    assert.deepEqual(ids((await search(person, old)).messages), [id]);
    const { json } = await person.edit(id, `${changed} ${gone}`);
    assert.deepEqual((await search(person, changed)).messages, [json.message]);
    assert.deepEqual((await search(person, old)).messages, []);
    assert.deepEqual(ids((await search(person, gone)).messages), [id]);
  }),

  check('a search that has as many as it asked for says with searchedTo and more where to go on', async (t) => {
    const person = await t.person();
    const word = freshWord();
    await person.store(word);
    const { id } = await person.store(word);
    const { messages, more, searchedTo } = await search(person, word, '&limit=1');
    assert.deepEqual([ids(messages), more, searchedTo], [[id], true, id]);
    assert.deepEqual(await search(person, word, '&before=1'), { messages: [], more: false, searchedTo: 1 });
  }),

  check(
    'a search without a word, of over 8 words or 100 characters, or not in UTF-8 is 422 search_invalid',
    async (t) => {
      const person = await t.person();
      const words = [
        '',
        '%20',
        '...',
        '%F0%9F%98%80',
        '%CC%81',
        '%00',
        '1+2+3+4+5+6+7+8+9',
        'a'.repeat(101),
        'a%C3',
        'a%ED%A0%80',
      ];
      for (const text of words) expectError(await person.get(`/messages?text=${text}`), 'search_invalid', 'text');
      for (const text of ['1+2+3+4+5+6+7+8+8', '%F0%9D%95%8F'.repeat(100), 'a%00b', '%zz', '%'.repeat(99) + 'a']) {
        expectStatus(await person.get(`/messages?text=${text}&before=1`), 200);
      }
    },
  ),

  check('a search beside after, or with two texts, is 422 invalid_parameter', async (t) => {
    const person = await t.person();
    expectError(await person.get('/messages?text=a&after=1'), 'invalid_parameter', 'after');
    expectError(await person.get('/messages?text=a&changedAfter=1'), 'invalid_parameter', 'changedAfter');
    expectError(await person.get('/messages?text=a&text=b'), 'invalid_parameter', 'text');
    expectError(await person.get('/messages?text=&limit=0'), 'invalid_parameter', 'limit');
    expectError(await t.call('/messages?text=a'), 'not_logged_in');
  }),

  check(
    'a user who searches more than 20 times in 10 s is refused with 429 too_many_searches; others search, and pages are read',
    async (t) => {
      const [ann, bob] = await t.people(2);
      const refused = await drain(ann);
      const others = await Promise.all([
        bob.get('/messages?text=nothing'),
        ann.get('/messages?limit=1'),
        ann.say('undisturbed'),
      ]);
      assert.deepEqual(
        others.map(({ status }) => status),
        [200, 200, 201],
      );
      expectError(await ann.get('/messages?text='), 'search_invalid', 'text');
      if (!refused) return;
      expectError(refused, 'too_many_searches');
      expectRetryAfter(refused);
      const seconds = Number(refused.headers['retry-after']);
      assert.ok(seconds <= limits.searchesSeconds, `Retry-After: ${seconds}`);
      await pause(seconds * 1000);
      expectStatus(await ann.get('/messages?text=nothing'), 200);
    },
    rated,
  ),

  check(
    'a user may search 20 times at once',
    async (t) => {
      const person = await t.person();
      for (let i = 0; i < limits.searchesMax; i++) expectStatus(await person.get('/messages?text=a&before=1'), 200);
    },
    rated,
  ),
];
