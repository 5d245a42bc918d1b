import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { foldedWords, searchedWords, unicode } from '../../src/chat/words.js';

// Many characters at once, with a word between them.
const BLOCK = 4096;
const MARK = 'betweentwo';
/** Planes 4 to 13 are empty, 14 has characters that show nothing, 15 and 16 are private. @param {number} point */
const mayHaveLetters = (point) => point < 0x40000 || point === 0xe0000;
const isSurrogate = (/** @type {number} */ point) => point >= 0xd800 && point <= 0xdfff;

test('each character is in a word what the contract says', () => {
  const digest = createHash('sha256');
  for (let first = 0; first <= 0x10ffff; first += BLOCK) {
    if (!mayHaveLetters(first)) {
      digest.update('\n'.repeat(BLOCK));
      continue;
    }
    const points = Array.from({ length: BLOCK }, (_, i) => first + i);
    const text = points.map((point) => `${isSurrogate(point) ? '' : String.fromCodePoint(point)} ${MARK} `).join('');
    const folded = foldedWords(text).replace(/ +/g, ' ').split(` ${MARK}`).slice(0, BLOCK);
    digest.update(folded.map((words) => `${words.trim()}\n`).join(''));
  }
  assert.equal(digest.digest('hex'), unicode.digest);
});

test('the words of a text are the same whatever their case, accents and forms', () => {
  const same = [
    ['STRASSE Elan', 'straße élan', 'Straße E\u0301LAN', 'Stra\u00adße, "Élan"'],
    ['ΑΘΗΝΑ', 'Αθήνα'],
    ['fine 12', 'ﬁne １２'],
  ];
  for (const [first, ...others] of same) {
    for (const other of others) assert.deepEqual(searchedWords(other), searchedWords(first), other);
  }
});

test('a word that is asked for twice is one', () => {
  assert.deepEqual(searchedWords('b a B á'), ['b', 'a']);
});

test('no word, too many words and too many characters are refused', () => {
  for (const text of ['', ' .', '\u0301', '1 2 3 4 5 6 7 8 9', 'a'.repeat(101)]) {
    assert.throws(() => searchedWords(text), { code: 'search_invalid', field: 'text' }, text);
  }
  assert.equal(searchedWords('1 2 3 4 5 6 7 8').length, 8);
  assert.equal(searchedWords('𝕏'.repeat(100))[0], 'x'.repeat(100));
});
