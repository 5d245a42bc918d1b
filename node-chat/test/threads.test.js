import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a thread that is ended while it loads cannot take the process with it: it exports no default', async () => {
  assert.deepEqual(Object.keys(await import('../lab/thread.js')), ['take']);
});
