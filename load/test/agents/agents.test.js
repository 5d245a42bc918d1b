import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agents } from '../../src/agents/agents.js';
import { now } from '../../src/machine/clock.js';

test('a host whose client has several processes has the results of all of them', async () => {
  const host = (/** @type {string} */ name, /** @type {Array<{cpuCores: number, boundBy: string[]}>} */ clients) => {
    const results = clients.map((client) => ({ client }));
    const ask = async (/** @type {string} */ order) => (order === 'clock' ? now() : { results });
    return { link: { name, facts: Promise.resolve({}), ask }, joined: 1, offsetMs: 0, withinMs: 0 };
  };
  const agents = new Agents([], 'raw');
  agents.hosts = /** @type {any} */ ([
    host('one', [
      { cpuCores: 0.5, boundBy: [] },
      { cpuCores: 1, boundBy: ['CPU'] },
    ]),
    host('two', [{ cpuCores: 0.25, boundBy: ['loop delay'] }]),
  ]);
  const left = await agents.leave({ startAt: now(), seconds: 1 });
  assert.deepEqual(
    left.agents?.map(({ name, cpuCores }) => [name, cpuCores]),
    [
      ['one', 1.5],
      ['two', 0.25],
    ],
  );
  assert.deepEqual(
    left.results.map(({ client }) => client.boundBy),
    [[], ['CPU of one'], ['loop delay of two']],
  );
});
