import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';

export const checks = [
  check('/config names the server, its title and its two accents', async (t) => {
    const server = (await t.call('/config')).json;
    const titles = { node: 'Node.js chat', laravel: 'Laravel chat' };
    assert.equal(server.title, titles[/** @type {'node' | 'laravel'} */ (server.name)]);
    assert.match(server.accent.light, /^#[0-9a-f]{6}$/i);
    assert.match(server.accent.dark, /^#[0-9a-f]{6}$/i);
  }),

  check('/config holds the limits of contract.json', async (t) => {
    assert.deepEqual((await t.call('/config')).json.limits, limits);
  }),

  check('/config says whether rate limits are on', async (t) => {
    assert.equal(typeof (await t.call('/config')).json.rateLimits, 'boolean');
  }),

  check('/config says all that a client of the wire needs', async (t) => {
    const { json } = await t.call('/config');
    assert.equal(t.driver.configFault(json), undefined);
  }),

  check('socketUrl names the host that the request was sent to', async (t) => {
    for (const host of ['localhost', '127.0.0.1']) {
      const { json } = await t.call('/config', { headers: { host: `${host}:${t.server.url.port}` } });
      assert.match(json.socketUrl, new RegExp(`^(http|ws)://${host}:\\d+$`));
    }
  }),
];
