import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentAddresses } from '../../src/agents/addresses.js';

test('agents of other hosts start by ssh in batch mode, and agents of this machine without ssh', () => {
  const [local, far] = agentAddresses('local:1,ann@far.example');
  assert.deepEqual([local.name, local.local, local.args], ['local:1', true, []]);
  assert.match(local.command, /\/load\/agent$/);
  assert.deepEqual([far.name, far.local, far.command], ['ann@far.example', false, 'ssh']);
  assert.ok(far.args.includes('BatchMode=yes'));
  assert.deepEqual(far.args.slice(-3, -1), ['--', 'ann@far.example']);
  assert.match(far.args.at(-1) ?? '', /^exec '?\/.*\/load\/agent'?$/);
});

test('a word that is no host is refused, also one that ssh would read as an option', () => {
  for (const list of ['', 'a,,b', '-oProxyCommand=x', 'a b', 'far:', 'far:~/chat', 'user@-x', 'a;b']) {
    assert.throws(() => agentAddresses(list), /--agents.*HOST/, list);
  }
  assert.throws(() => agentAddresses('far,far'), /far is named twice/);
});
