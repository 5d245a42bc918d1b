import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initialsOf, toneOf, TONES } from '../chat/tone.js';

test('a name has one colour, and names spread over all of them', () => {
  assert.equal(toneOf('Ann'), toneOf('Ann'));
  const counts = Array.from({ length: TONES }, () => 0);
  for (let i = 0; i < 800; i++) counts[toneOf(`user ${i}`)]++;
  assert.ok(Math.min(...counts) > 50, `${counts}`);
});

test('there is a colour in the tokens for each', () => {
  const css = readFileSync(new URL('../css/tokens.css', import.meta.url), 'utf8');
  for (let tone = 0; tone < TONES; tone++) assert.match(css, new RegExp(`--tone-${tone}: light-dark\\(`));
});

test('initials are the first letters of the first and the last word', () => {
  assert.equal(initialsOf('Ann'), 'A');
  assert.equal(initialsOf('ann lee smith'), 'AS');
  assert.equal(initialsOf('josé_ñandú'), 'JÑ');
  assert.equal(initialsOf('  (x) '), 'X');
  assert.equal(initialsOf('محمد علي'), 'مع');
  assert.equal(initialsOf('🙂'), '🙂');
});
