import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { addServerRoutes } from '../../src/http/serverRoutes.js';

test('health asks the store once a second at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let checks = 0;
  const store = { checkWritable: async () => void checks++ };
  const app = Fastify();
  t.after(() => app.close());
  addServerRoutes(app, /** @type {any} */ ({ config: {}, store, clusterHealth: () => ({}) }));
  const ask = async () => (await app.inject('/health')).json().parts.store;
  assert.deepEqual([await ask(), await ask(), checks], ['ok', 'ok', 1]);
  t.mock.timers.tick(1000);
  assert.deepEqual([await ask(), checks], ['ok', 2]);
});
