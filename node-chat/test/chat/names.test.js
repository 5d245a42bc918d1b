import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey } from '../../src/chat/names.js';

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
