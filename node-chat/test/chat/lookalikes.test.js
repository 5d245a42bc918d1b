import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hasUnseen, skeletonOf, unicode } from '../../src/chat/lookalikes.js';

test('each character has the skeleton that ICU gives it', () => {
  const digest = createHash('sha256');
  const refused = unicode.refused.values();
  let next = refused.next().value;
  for (let point = 0; point <= 0x10ffff; point++) {
    if (next && point >= next[0]) {
      point = next[1];
      next = refused.next().value;
    } else digest.update(`${skeletonOf(String.fromCodePoint(point))}\n`);
  }
  assert.equal(digest.digest('hex'), unicode.digest);
});

test('names that look the same have one skeleton', () => {
  const groups = [
    ['Admin', '\u0410dmin', 'Adrnin', 'Adm\u0131n', 'A\u200bdmin', 'Ad\u{1d5c6}in'],
    ['l0', '1O', 'IO', '|\u041e'],
    ['Ann Lee', 'Ann  Lee', 'Ann\u00a0Lee', 'Ann \u3000 Lee'],
    ['\u00e9', 'e\u0301'],
    ['Martin', 'Marti\u0307n', 'Mart\u0131\u0307n', 'Marti\u0307\u0307n', 'Mart\u0456\u0307n'],
    ['\u1ecb', 'i\u0307\u0323'],
    ['Jonj', 'Jonj\u0307'],
    ['Dana דנה 2', 'Dana 2 דנה', '2 דנה Dana'],
    ['a1א', 'aא1'],
    ['محمد', 'محـمد'],
    ['אורי', 'אlרי'],
    ['Paul', 'Pau\u0627'],
  ];
  for (const group of groups) assert.equal(new Set(group.map(skeletonOf)).size, 1, group.join(' '));
});

test('names that do not, have several', () => {
  const names = [
    'Ann',
    'ann',
    'e',
    'é',
    'ü',
    'u',
    'Ann Lee',
    'AnnLee',
    'う',
    'ゔ',
    '😀',
    '😁',
    'l',
    'l\u0307',
    'e\u0307',
  ];
  names.push('سالم', 'سلام', 'משה כהן', 'כהן משה', 'רון', 'נור');
  assert.equal(new Set(names.map(skeletonOf)).size, names.length);
});

test('what shows nothing is known as such', () => {
  for (const character of '\u0000\u0085\u00ad\u034f\u061c\u115f\u180e\u200b\u200d\u202e\u2028\u2067\u2800\u3164\ufe0f\ufeff\ufffc\ue000\u{1d159}\u{e0041}\u{10ffff}\u0378')
    assert.ok(hasUnseen(`a${character}b`), character.codePointAt(0)?.toString(16));
  for (const name of ['Ann Lee', 'José', 'שלום', 'مرحبا', 'สวัสดี', 'हिन्दी', '한국', '😀', 'ｆｉ', "O'Neill"])
    assert.ok(!hasUnseen(name), name);
});

test('each range of what shows nothing is known from its first to its last character', () => {
  for (const [from, to] of unicode.refused) {
    for (const point of [from, to]) assert.ok(hasUnseen(`a${String.fromCodePoint(point)}b`), point.toString(16));
    for (const point of [from - 1, to + 1].filter((it) => it >= 0 && it <= 0x10ffff))
      assert.ok(!hasUnseen(`a${String.fromCodePoint(point)}b`), point.toString(16));
  }
});
