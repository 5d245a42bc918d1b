import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastUses } from '../last-uses.js';

test('what several use is told of once, when the last of them has ended, in whatever order they end', () => {
  const both = { servers: ['a', 'b'] };
  const one = { servers: ['a'] };
  const none = {};
  const unused = lastUses([one, both, none]);
  assert.deepEqual(unused(both), ['b']);
  assert.deepEqual(unused(none), []);
  assert.deepEqual(unused(one), ['a']);
  assert.deepEqual(unused(one), []);
});
