import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from '../chat/excerpt.js';

/** @param {string} text @param {string} query */
const shown = (text, query) =>
  excerpt(text, query)
    .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
    .join('');

test('the beginnings of words that were asked for are marked', () => {
  assert.equal(shown('The green house, greenhouse', 'hous GREEN'), 'The [green] [hous]e, [green]house');
  assert.equal(shown("don't stop", "don't"), "[don]'[t] stop");
  assert.equal(shown('nothing of it', 'house'), 'nothing of it');
});

test('marks cover what differs in case, accents and forms', () => {
  assert.equal(shown('Élan, E\u0301lan, ﬁne', 'elan fi'), '[Élan], [E\u0301lan], [ﬁ]ne');
  assert.equal(shown('Straße', 'strasse'), '[Straße]');
  assert.equal(shown('東京都', '京'), '東[京]都');
});

test('a long text is shown around the first word that was found', () => {
  const text = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`;
  const result = shown(text, 'needle');
  assert.match(result, /^…(before ){5}\[needle\] (after )+/);
  assert.match(result, /…$/);
  assert.ok(result.length < 260, `${result.length} characters`);
});

test('no text is cut within a character', () => {
  assert.equal(shown('𝕏'.repeat(300), 'nothing'), `${'𝕏'.repeat(240)}…`);
});
