import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchedWords } from '../../src/chat/words.js';

test('the words of a text are the same whatever their case, accents and forms', () => {
  const same = [
    ['STRASSE Elan', 'straße élan', 'Straße E\u0301LAN', 'Stra\u00adße, "Élan"'],
    ['ΑΘΗΝΑ', 'Αθήνα'],
    ['fine 12', 'ﬁne １２'],
    ['שלום', 'שָׁלוֹם'],
    ['محمد', 'مُحَـمَّد'],
  ];
  for (const [first, ...others] of same) {
    for (const other of others) assert.deepEqual(searchedWords(other), searchedWords(first), other);
  }
});

test('scripts without spaces have a word for each letter, and others keep their marks', () => {
  assert.deepEqual(searchedWords('东京ひガa1'), ['东', '京', 'ひ', 'カ', 'A1']);
  assert.deepEqual(searchedWords('\u0e01\u0e34\u0e19'), ['\u0e01\u0e34', '\u0e19']);
  assert.notDeepEqual(searchedWords('कि'), searchedWords('की'));
});

test('a word that is asked for twice is one', () => {
  assert.deepEqual(searchedWords('b a B á'), ['B', 'A']);
});

test('no word, too many words and too many characters are refused', () => {
  for (const text of ['', ' .', '\u0301', '1 2 3 4 5 6 7 8 9', 'a'.repeat(101)]) {
    assert.throws(() => searchedWords(text), { code: 'search_invalid', field: 'text' }, text);
  }
  assert.equal(searchedWords('1 2 3 4 5 6 7 8').length, 8);
  assert.equal(searchedWords('𝕏'.repeat(100))[0], 'X'.repeat(100));
});
