import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { idleProcessors } from '../idle-processors.js';

test('processors that are all kept busy are not idle', async () => {
  const spinning = Array.from({ length: availableParallelism() }, () => new Worker('while (true);', { eval: true }));
  try {
    await Promise.all(spinning.map((it) => new Promise((running) => it.once('online', running))));
    const share = await idleProcessors(500);
    assert.ok(share >= 0 && share < 0.2, `${share}`);
  } finally {
    await Promise.all(spinning.map((it) => it.terminate()));
  }
});
