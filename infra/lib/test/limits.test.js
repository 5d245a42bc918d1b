import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { instance, loopback, root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { localPorts, neededLimits } from '../needed-limits.js';

test('what the machine allows agrees with what its own tools say', () => {
  const hard = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const is = machineLimits().find((limit) => limit.name === 'nofile (hard)')?.is;
  assert.equal(String(is), hard === 'unlimited' ? 'Infinity' : hard);
});

test('every limit that the machine tells has a need to compare with', () => {
  const needs = neededLimits(20_000);
  for (const limit of machineLimits()) assert.ok(needs[limit.name] > 0, limit.name);
});

test('however many users there are, no port of an instance is one that the machine gives away', () => {
  const { ports } = instance('last', { host: loopback, offset: 999, only: null, real: true, load: false });
  for (const users of [1000, 20_000, 30_000, 9_999_999]) {
    const first = Number(localPorts(neededLimits(users)['local ports']).split(' ')[0]);
    for (const port of Object.values(ports)) assert.ok(port < first, `${port} of ${users} users' ${first}`);
  }
});

test('infra/limits says what is lacking, and exits 1 for it', () => {
  const { stdout, status } = spawnSync(join(root, 'infra/limits'), ['--users', '9999999'], { encoding: 'utf8' });
  assert.match(stdout, /nofile \(hard\) +\d+ +20000998 +lacking/);
  assert.equal(status, 1);
});
