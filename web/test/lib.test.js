import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from './libraryCopies.js';

test('the library copies are byte for byte those of npm, in the versions that the README names', () => {
  for (const { same, noted, text } of answers) assert.ok(same && noted, text);
});
