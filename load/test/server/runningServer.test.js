import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlIn } from '../../src/server/instance.js';
import { runningServer } from '../../src/server/runningServer.js';
import { tinyChat } from '../helpers/tinyChat.js';

const partOf = (/** @type {string} */ part, /** @type {string} */ url, pid = process.pid) => ({
  part,
  url,
  pid,
  state: 'healthy',
});

test('the page of a chat is at its first front, whatever the order of the parts', () => {
  const parts = [
    partOf('loop', 'ws://127.0.0.1:6001'),
    partOf('fpm', 'unix:run/fpm-1.sock'),
    partOf('nginx', 'http://127.0.0.1:8000'),
  ];
  assert.deepEqual([urlIn('laravel', parts), urlIn('node', parts)], ['http://127.0.0.1:8000', undefined]);
});

test('the processes of a server are known if its address is one of the instance', async (t) => {
  const { url } = await tinyChat(t);
  const address = `${url}/page`;
  const at = async (/** @type {string} */ front) => {
    const parts = [partOf('node', front, 1), partOf('nodes:1', '', 2), partOf('mongo', ''), partOf('loop', '', 3)];
    const place = { url: address, instance: { name: 'dev', parts }, isFresh: false };
    const { name, pidsByPart, messages, http } = await runningServer(place);
    return [name, pidsByPart, messages.parts, http.url];
  };
  assert.deepEqual(await at(url), ['node', { node: [1, 2], mongo: [process.pid] }, ['node'], address]);
  assert.deepEqual(await at('http://127.0.0.1:9'), ['node', {}, [], address]);
});
