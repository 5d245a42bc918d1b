import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { call, expectError, freshId, limits, person, without } from '../harness/underTest.js';

/** Makes a word that no other test writes. */
const freshWord = () => `w${freshId().slice(0, 12)}`;
const ids = (messages) => messages.map(({ id }) => id);

async function search(reader, text, rest = '') {
  const answer = await reader.get(`/messages?text=${encodeURIComponent(text)}${rest}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Each row has a text, a query, and whether the query finds the text. */
const CASES = [
  ['Élan Straße', 'elan STRASSE', true],
  ['E\u0301lan', 'élan', true],
  ['ΟΔΟΣ ΑΘΉΝΑ', 'οδος αθηνα', true],
  ['ﬁne １２３', 'fine 12', true],
  ['Stra\u00adße', 'strasse', true],
  ['שָׁלוֹם', 'שלום', true],
  ['مُحَـمَّد', 'محمد', true],
  ['naïve', 'naiver', false],
  ['ы', 'и', false],
  ["don't-stop_now", 'don t stop now', true],
  ["don't", "'t, don?", true],
  ['a1b2', 'a1', true],
  ['a1b2', 'b2', false],
  ['हिन्दी', 'हिन्', true],
  ['कि', 'की', false],
  ['ひガ', 'カ', true],
  ['e\u{1f600}f', 'f e', true],
  ['東京都', '京', true],
  ['東京都', '京北', false],
  ['สวัสดี', 'ส', true],
  ['한국어', '한', true],
  ['한국어', '국', false],
];

suite('search', { skip: without('search'), concurrency: 6 }, () => {
  test('a message is found, whole, by all users, if each word of the query begins a word of it', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const word = freshWord();
    const first = (await ann.say(`the ${word}ish house`)).json.message;
    for (const other of [`x${word} house`, `${word} home`]) await ann.say(other);
    const last = (await ann.say(`A house, a ${word}`)).json.message;
    assert.deepEqual((await search(bob, `${word} hous`)).messages, [first, last]);
    assert.deepEqual((await search(ann, `HOUSE ${word.toUpperCase()}`)).messages, [first, last]);
    assert.deepEqual((await search(ann, `houses ${word}`)).messages, []);
  });

  test('case, accents and compatibility forms do not matter; a word is letters, marks and digits', async (t) => {
    let ann = await person();
    for (const [row, [text, query, isFound]] of CASES.entries())
      await t.test(JSON.stringify([text, query]).replaceAll(/[^ -~]/g, '?'), async () => {
        // A new user every ten rows keeps each below the limit of searches.
        if (row % 10 === 9) ann = await person();
        const word = freshWord();
        const { id } = (await ann.say(`${word} ${text}`)).json.message;
        assert.deepEqual(ids((await search(ann, `${word} ${query}`)).messages), isFound ? [id] : []);
      });
  });

  test('an edited message is found only by its new text, a deleted one not', { skip: without('edit') }, async () => {
    const ann = await person();
    const [old, now, gone] = [freshWord(), freshWord(), freshWord()];
    const { id } = (await ann.say(old)).json.message;
    await ann.remove((await ann.say(gone)).json.message.id);
    const { message } = (await ann.edit(id, now)).json;
    assert.deepEqual((await search(ann, now)).messages, [message]);
    assert.deepEqual((await search(ann, old)).messages, []);
    assert.deepEqual((await search(ann, gone)).messages, []);
  });

  test('page by page, from searchedTo on, a search finds every message once', async () => {
    const ann = await person();
    const word = freshWord();
    const stored = [];
    for (let i = 0; i < 5; i++) {
      stored.push((await ann.say(`${word} ${i}`)).json.message.id);
      await ann.say('in between');
    }
    const found = [];
    for (let before = '', end = false; !end;) {
      const { messages, more, searchedTo } = await search(ann, word, `&limit=2${before}`);
      assert.ok(messages.length <= 2);
      found.unshift(...ids(messages));
      before = `&before=${searchedTo}`;
      end = !more || searchedTo <= stored[0];
    }
    assert.deepEqual(found, stored);
    assert.deepEqual(await search(ann, word, '&before=1'), { messages: [], more: false, searchedTo: 1 });
  });

  test('a query without a word, or with too many words or characters, answers 422 search_invalid', async () => {
    const ann = await person();
    const words = Array.from({ length: limits.searchWordsMax + 1 }, (_, i) => `w${i}`).join('+');
    for (const text of ['', '%20', '...', '%F0%9F%98%80', words, 'a'.repeat(limits.searchMax + 1)])
      expectError(await ann.get(`/messages?text=${text}`), 'search_invalid', 'text');
    await search(ann, 'a Á '.repeat(limits.searchWordsMax)); // a repeated word counts once
    expectError(await ann.get('/messages?text=a&after=1'), 'invalid_parameter', 'after');
    expectError(await call('GET', '/messages?text=a'), 'not_logged_in');
  });
});
