import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions, WrongUsage } from '../src/commandLine.js';

const OPTIONS = /** @type {const} */ ({ users: { type: 'string' } });

test('a word that a command has no use for is refused by its name, with the usage', () => {
  assert.throws(
    () => readOptions(['--users', '5', 'surplus'], 'how to use it', OPTIONS),
    (/** @type {Error} */ error) =>
      error instanceof WrongUsage && /surplus/.test(error.message) && /how to use it/.test(error.message),
  );
});

test('a command gets the words that it takes', () => {
  assert.deepEqual(readOptions(['empty', '--users', '5'], 'usage', OPTIONS, 1).positionals, ['empty']);
  assert.throws(() => readOptions(['empty', 'fanout'], 'usage', OPTIONS, 1), WrongUsage);
});
