import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from '../chat/names.js';

test('initials are the first letters of the first and the last word', () => {
  assert.equal(initialsOf('Ann'), 'A');
  assert.equal(initialsOf('ann lee smith'), 'AS');
  assert.equal(initialsOf('josé_ñandú'), 'JÑ');
  assert.equal(initialsOf('  (x) '), 'X');
  assert.equal(initialsOf('محمد علي'), 'مع');
  assert.equal(initialsOf('🙂'), '🙂');
});
