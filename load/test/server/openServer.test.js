import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { childrenOfAll } from '../../src/machine/processTree.js';
import { openServer, serverIn } from '../../src/server/openServer.js';
import { tinyChat } from '../helpers/tinyChat.js';

const EXPRESS = new URL('../../../examples/node_modules/express/package.json', import.meta.url);
const skip = existsSync(EXPRESS) ? false : 'express is not on this machine';

const partOf = (/** @type {string} */ part, /** @type {string} */ url, pid = process.pid) => ({
  part,
  url,
  pid,
  state: 'healthy',
});

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

test('the processes of a server are known if its address is one of the instance', async (t) => {
  const { url } = await tinyChat(t);
  const address = `${url}/page`;
  const at = async (/** @type {string} */ front) => {
    const parts = [partOf('node', front, 1), partOf('nodes:1', '', 2), partOf('mongo', ''), partOf('loop', '', 3)];
    const { name, pidsByPart, messages, http } = await serverIn(parts, { url: address });
    return [name, pidsByPart, messages.parts, http.url];
  };
  assert.deepEqual(await at(url), ['node', { node: [1, 2], mongo: [process.pid] }, ['node'], address]);
  assert.deepEqual(await at('http://127.0.0.1:9'), ['node', {}, [], address]);
});
