import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeNew, nameKey } from '../../src/chat/names.js';

test('a new name is of one script, with digits and a few signs', () => {
  const names = ['Ann Lee', "O'Neill", 'd’Arc', 'J._-R. 2', 'José', 'x\u030ay', 'Юля', 'Ελλη', 'שלום', 'مرحبا', 'สวัสดี'];
  names.push('हिन्दी', '한국', '中文', '高橋ひろみ', 'サトウ花子ー', '金민수', '王ㄨㄤ', '\u{1e922}', '42', '_');
  for (const name of names) assert.ok(mayBeNew(name), name);
});

test('what is of two scripts, another sign or shows nothing is no new name', () => {
  const names = [
    '\u0410dmin',
    'Annα',
    'ひろ민',
    'ann😀',
    'ann@x',
    'a/b',
    'a\u00a0b',
    'a\u0662',
    'a²',
    'a\u02bc',
    'a\tb',
  ];
  names.push(
    '',
    'a\u00adb',
    'a\u034f',
    'a\ufe0f',
    '\u115f',
    '\u3164',
    'a\u200d',
    'a\u202e',
    '\u2800',
    '\ue000',
    'a\u0378',
  );
  for (const name of names) assert.ok(!mayBeNew(name), JSON.stringify(name));
});

test('names that differ by case or by compatibility forms have one key', () => {
  for (const [name, ...others] of [
    ['ann', 'Ann', 'ANN', 'ａｎｎ', 'ₐnn'],
    ['strasse', 'Straße', 'STRASSE', 'ﬆraße'],
    ['σοφός', 'ΣΟΦΌΣ', 'σοφόσ'],
    ['カナ', 'ｶﾅ'],
  ])
    for (const other of others) assert.equal(nameKey(other), nameKey(name), other);
  assert.equal(new Set(['ann', 'änn', 'an n', 'аnn'].map(nameKey)).size, 4);
});
