import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throttle } from '../../src/wire/throttle.js';

test('what costs is made at a bounded rate, and nobody gets what was made before they asked', async () => {
  let made = 0;
  const ask = throttle(() => ++made, { everyMs: 1000, burst: 2 });
  const start = performance.now();
  assert.equal(await ask(), 1);
  assert.equal(await ask(), 2, 'a few at once');
  assert.deepEqual(
    await Promise.all(Array.from({ length: 100 }, ask)),
    Array(100).fill(3),
    'all who wait get the same',
  );
  assert.ok(performance.now() - start > 900, 'it was made at once again');
  assert.equal(await ask(), 4);
});
