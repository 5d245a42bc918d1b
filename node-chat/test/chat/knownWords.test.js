import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownWords } from '../../src/chat/knownWords.js';

/** @param {number} id @param {string} [text] @param {number} [rev] */
const message = (id, text, rev) => ({ id, user: { id: 'a', name: 'ann' }, text, at: 'then', clientId: `${id}`, rev });

test('the words of a message are those of its text as it is now', () => {
  const known = new KnownWords();
  assert.deepEqual(
    [message(1, 'Grüß'), message(2, 'two'), message(1, 'Gott', 1), message(1, 'Gott', 1)].map((one) => known.of(one)),
    [' gruss', ' two', ' gott', ' gott'],
  );
});

test('a message that was deleted has no words, and its former ones are held no longer', () => {
  const known = new KnownWords();
  known.of(message(1, 'secret'));
  assert.equal(known.of({ ...message(1, undefined, 2), deleted: true }), '');
  assert.equal(known.length, 0);
});

test('words are held up to a length, however much longer they are than their texts', () => {
  const most = 100_000;
  const known = new KnownWords(most);
  const sentences = '\ufdfa'.repeat(2000); // four words each
  for (let id = 1; id <= 20; id++) {
    assert.ok(known.of(message(id, sentences)).length > 10 * sentences.length);
    assert.ok(known.length <= most, `${known.length} of ${most}`);
  }
  assert.ok(known.length > most / 2, 'what there is room for is held');
});

test('words that there was no room for are found again', () => {
  const known = new KnownWords(0);
  assert.deepEqual(
    [1, 2, 1].map((id) => known.of(message(id, `word ${id}`))),
    [' word 1', ' word 2', ' word 1'],
  );
  assert.equal(known.length, 0);
});
