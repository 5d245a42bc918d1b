import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agents } from '../../src/agents/agents.js';

test('an agent that says more have joined than it was given is named', async (t) => {
  const says = String.raw`read line; echo '{"agent":{}}'; echo '{"number":1,"answer":{"joined":1e9,"why":null}}'; exec sleep 60`;
  const agents = new Agents([{ text: '', name: 'far', local: false, command: 'bash', args: ['-c', says] }]);
  t.after(() => agents.close());
  const sessions = /** @type {any[]} */ ([{}, {}]);
  await assert.rejects(agents.join(/** @type {any} */ ({}), sessions), /far says that 1000000000 of 2 have joined/);
});
