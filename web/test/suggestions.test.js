import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggest, wantsEmoji, wholeEmoji } from '../chat/suggestions.js';

const emoji = { smile: '😄', smiley: '😃', sweat_smile: '😅', tada: '🎉' };
const known = { people: () => ['Bob', 'Ann Lee', 'Anna', 'Bob'], emoji };
/** @param {string} before */
const shown = (before) => suggest(before, known)?.suggestions.map((one) => one.shown);

test('an @ suggests people, once each, those first whose name begins so', () => {
  assert.deepEqual(shown('hi @'), ['Bob', 'Ann Lee', 'Anna']);
  assert.deepEqual(shown('hi @AN'), ['Ann Lee', 'Anna']);
  assert.deepEqual(shown('@b'), ['Bob']);
  assert.equal(shown('mail@b'), undefined);
  assert.equal(shown('@zed'), undefined);
  assert.deepEqual(suggest('hi @an', known), {
    from: 3,
    suggestions: [
      { shown: 'Ann Lee', beside: '', insert: '@Ann Lee ' },
      { shown: 'Anna', beside: '', insert: '@Anna ' },
    ],
  });
});

test('a colon and two letters suggest emoji, a time of day none', () => {
  assert.deepEqual(shown('so :smi'), ['😄', '😃', '😅']);
  for (const none of ['so :s', '10:30', 'http://x', 'a:smi']) assert.equal(shown(none), undefined, none);
  assert.equal(wantsEmoji('so :sm'), true);
  assert.equal(wantsEmoji('at 10:30'), false);
});

test('a name from colon to colon is the emoji at once', () => {
  assert.deepEqual(wholeEmoji('so :tada:', emoji), { from: 3, insert: '🎉' });
  for (const none of ['so :nothing:', 'a:tada:', ':constructor:', '10:30:'])
    assert.equal(wholeEmoji(none, emoji), null);
});
