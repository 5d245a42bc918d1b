import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';
import { machineLimits } from '../machine-limits.js';
import { neededLimits } from '../needed-limits.js';

test('what the machine allows agrees with what its own tools say', () => {
  const hard = execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const is = machineLimits().find((limit) => limit.name === 'nofile (hard)')?.is;
  assert.equal(String(is), hard === 'unlimited' ? 'Infinity' : hard);
});

test('every limit that the machine tells has a need to compare with', () => {
  const needs = neededLimits(20_000);
  for (const limit of machineLimits()) assert.ok(needs[limit.name] > 0, limit.name);
});

test('infra/limits says what is lacking, and exits 1 for it', () => {
  const { stdout, status } = spawnSync(join(root, 'infra/limits'), ['--users', '9999999'], { encoding: 'utf8' });
  assert.match(stdout, /nofile \(hard\) +\d+ +20000998 +lacking/);
  assert.equal(status, 1);
});
