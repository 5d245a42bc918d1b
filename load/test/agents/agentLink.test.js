import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentLink } from '../../src/agents/agentLink.js';

/** @import { TestContext } from 'node:test' */

const HELLO = '{"number":0,"answer":{"commit":"abc","machine":"m"}}';

/** @param {TestContext} t @param {string} script shell commands in place of an agent */
function linkTo(t, script) {
  const link = new AgentLink({ name: 'far', local: false, command: 'sh', args: ['-c', script] });
  t.after(() => link.close());
  return link;
}

test('after an agent ended, calls of it fail with its name and its output', async (t) => {
  const link = linkTo(t, `echo 'Permission denied (publickey).' >&2; exit 255`);
  await assert.rejects(link.facts, /^Error: far ended \(exit code 255\):\nPermission denied \(publickey\)\.$/);
  await assert.rejects(link.ask('join'), /^Error: far ended/);
});

test('a call fails at once if its agent is killed, and the first output of a login shell is ignored', async (t) => {
  const link = linkTo(t, `echo Welcome; echo '${HELLO}'; read line; kill -9 $$`);
  assert.deepEqual(await link.facts, { commit: 'abc', machine: 'm' });
  await assert.rejects(link.ask('join'), /far ended \(SIGKILL\)/);
});

test('an agent whose program is missing is named', async (t) => {
  const link = new AgentLink({ name: 'far', local: false, command: '/nowhere/ssh', args: [] });
  t.after(() => link.close());
  await assert.rejects(link.facts, /far cannot be started: .*ENOENT/);
});
