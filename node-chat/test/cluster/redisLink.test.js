import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { RedisLink } from '../../src/cluster/redisLink.js';

test('a Redis that was never there is logged once, with the reason', async (t) => {
  const warned = [];
  const log = { info() {}, warn: (/** @type {any} */ { err }) => warned.push(err.code) };
  const link = new RedisLink('redis://127.0.0.1:1', 'chat', /** @type {any} */ (log));
  t.after(() => link.close());
  for (let beat = 0; beat < 3; beat++) await once(link, 'beat');
  assert.deepEqual([warned, link.isUp], [['ECONNREFUSED'], false]);
});
