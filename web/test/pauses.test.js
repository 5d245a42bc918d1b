import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOff } from '../chat/pauses.js';

test('the pause between attempts doubles up to the longest, and is random by a quarter', (context) => {
  const random = context.mock.method(Math, 'random', () => 0.5);
  assert.deepEqual(
    [0, 1, 2, 3, 20].map((failures) => backOff(failures, 1000, 6000)),
    [1000, 2000, 4000, 6000, 6000],
  );
  random.mock.mockImplementation(() => 0);
  assert.equal(backOff(3, 1000, 6000), 4500);
});
