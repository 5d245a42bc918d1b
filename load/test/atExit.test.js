import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atExit } from '../atExit.js';

test('however many there are to end with a process, it has one listener of its end, and knows of none that have ended', () => {
  const before = process.listenerCount('exit');
  const haveEnded = Array.from({ length: 20 }, () => atExit(() => assert.fail('it has ended before')));
  assert.equal(process.listenerCount('exit'), before);
  for (const ended of haveEnded) ended();
});
