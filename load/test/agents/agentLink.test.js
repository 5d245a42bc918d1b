import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentLink } from '../../src/agents/agentLink.js';

const HELLO = '{"agent":{"commit":"abc","machine":"m","runtime":"r"}}';

/** @param {import('node:test').TestContext} t @param {string} script of a shell, in place of an agent @param {{startMs?: number, silentMs?: number}} [patience] */
function linkTo(t, script, patience) {
  const link = new AgentLink({ text: '', name: 'far', local: false, command: 'sh', args: ['-c', script] }, patience);
  t.after(() => link.close());
  return link;
}

test('an agent that ends fails what is asked of it by its name, with what it printed, and all that is asked later', async (t) => {
  const link = linkTo(t, `echo 'Permission denied (publickey).' >&2; exit 255`);
  await assert.rejects(link.facts, /^Error: far ended \(exit code 255\):\nPermission denied \(publickey\)\.$/);
  await assert.rejects(link.ask('join'), /^Error: far ended/);
});

test('an agent that dies at work is not waited for', async (t) => {
  const link = linkTo(t, `echo '${HELLO}'; read line; kill -9 $$`);
  await link.facts;
  await assert.rejects(link.ask('join'), /far ended \(SIGKILL\)/);
});

test('an agent that falls silent, or does not begin, is not waited for', async (t) => {
  const mute = linkTo(t, 'exec sleep 60', { startMs: 200, silentMs: 200 });
  await assert.rejects(mute.facts, /far has not started within \d+ s/);
  const stuck = linkTo(t, `echo '${HELLO}'; exec sleep 60`, { startMs: 60_000, silentMs: 200 });
  await stuck.facts;
  await assert.rejects(stuck.ask('join'), /far has not answered for \d+ s/);
});

test('a program that is not there is named', async (t) => {
  const link = new AgentLink({ text: '', name: 'far', local: false, command: '/nowhere/ssh', args: [] });
  t.after(() => link.close());
  await assert.rejects(link.facts, /far cannot be started: .*ENOENT/);
});

test('what a login shell prints first is passed over, later it is no answer', async (t) => {
  const link = linkTo(t, `echo Welcome; echo '${HELLO}'; read line; echo more`);
  assert.deepEqual(await link.facts, { commit: 'abc', machine: 'm', runtime: 'r' });
  await assert.rejects(link.ask('join'), /far said what is no answer:\nWelcome/);
});

test('an error that is no text is no answer', async (t) => {
  const link = linkTo(t, `echo '${HELLO}'; read line; echo '{"number":1,"error":{"toString":1}}'; exec sleep 60`);
  await assert.rejects(link.ask('join'), /far said what is no answer/);
});

test('nothing that an agent says drives the terminal', async (t) => {
  const answer = String.raw`{"number":1,"answer":{"a\u001b[2J":"\u009b31m\b\u007f","b\\\\u001b":"one\r\nC:\\\\new ok"}}`;
  const link = linkTo(
    t,
    `echo '${HELLO}'; until case $line in *join*) true ;; *) false ;; esac; do read -r line; done; printf '%s\\n' '${answer}'; printf '\\033[2J\\a rude' >&2; exit 1`,
  );
  const said = JSON.stringify(await link.ask('join'));
  assert.doesNotMatch(said, /\\u00|\\[bnr]/);
  assert.match(said, /a\ufffd\[2J.*ok/);
  const failure = await link.ask('leave').catch((error) => error.message);
  assert.equal(failure, 'far ended (exit code 1):\n[2J rude');
});
