import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { childrenOfAll } from '../../src/machine/processTree.js';
import { openServer } from '../../src/server/openServer.js';

const EXPRESS = new URL('../../../examples/node_modules/express/package.json', import.meta.url);
const skip = existsSync(EXPRESS) ? false : 'express is not on this machine';

test('a server that was started is ended if nothing can be learned of it', { skip }, async (t) => {
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ url, /** @type {RequestInit} */ options) => {
    if (url.endsWith('/health')) throw new Error('no answer to /health');
    return fetch(url, options);
  });
  await assert.rejects(openServer({ target: 'express-chat' }), /no answer to \/health/);
  assert.equal(childrenOfAll().get(process.pid), undefined);
});

test('if the named instance is not up, no other server is measured in its place', async () => {
  await assert.rejects(openServer({ target: 'node', instance: 'never-started' }), /never-started has no node/);
});
