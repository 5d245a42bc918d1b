import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../reports/main.js', import.meta.url));
const RESULTS = fileURLToPath(new URL('../../../docs/results.md', import.meta.url));

function report(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('--help and a misspelt option write nothing', () => {
  const before = fs.statSync(RESULTS).mtimeMs;
  const help = report('--help');
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--check/);
  const wrong = report('--chekc');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--chekc/);
  assert.equal(fs.statSync(RESULTS).mtimeMs, before);
});

test('docs/results.md is what docs/data says', () => {
  const { status, stderr } = report('--check');
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});
