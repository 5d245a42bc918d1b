import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchedWords } from '../../src/chat/words.js';

test('the words of a text are the same in any case, accents and forms', () => {
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

test('a repeated word of a query counts once', () => {
  assert.deepEqual(searchedWords('b a B á'), ['B', 'A']);
});
