import assert from 'node:assert/strict';
import { test } from 'node:test';

for (const file of ['chat/passwordWorker.js', '../lab/thread.js']) {
  test(`a thread that is ended while it loads ${file} cannot take the process with it: it exports no default`, async () => {
    const thread = await import(`../src/${file}`);
    assert.deepEqual(Object.keys(thread), ['take']);
  });
}
