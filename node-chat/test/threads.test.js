import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a thread that ends while it loads cannot crash the process: its module has no default export', async () => {
  assert.deepEqual(Object.keys(await import('../lab/thread.js')), ['take']);
});
