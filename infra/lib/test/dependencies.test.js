import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { root } from '../instance.js';

// A project that has nothing yet, and an npm that takes until `go` is there.
const folder = mkdtempSync(join(tmpdir(), 'chat-dependencies-'));
const project = join(folder, 'project');
const said = join(folder, 'said');
const go = join(folder, 'go');
after(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  for (const path of [project, said, go]) rmSync(path, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, 'package-lock.json'), '{}');
});
const npm = `[ "$1" != --version ] || { cat ${join(folder, 'version')}; exit; }
  mkdir -p node_modules
  echo "$1 begins" >>${said}
  until [ -e ${go} ]; do sleep 0.05; done
  echo "$1 ends" >>${said}`;
writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });

/** @param {string} version that npm says it has */
const npmSays = (version) => writeFileSync(join(folder, 'version'), version);
npmSays('11.6.0');

const lines = () => (existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : []);
/** @param {number} count */
async function saidLines(count) {
  while (lines().length < count) await new Promise((next) => setTimeout(next, 20));
}

/** Fetches as `infra/up` does. */
function fetching() {
  const script = `set -euo pipefail; root=${project}; say() { :; }; fail() { shift; echo "$*"; exit 1; }
    . ${join(root, 'infra/lib/dependencies.sh')}; fetch_npm`;
  return spawn('bash', ['-c', script], { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
}

test('what a killed infra/up still fetches is waited for by the next', { timeout: 60_000 }, async () => {
  const first = fetching();
  await saidLines(1);
  first.kill('SIGKILL');
  const second = fetching();
  await new Promise((next) => setTimeout(next, 500));
  assert.deepEqual(lines(), ['ci begins'], 'both fetch at once');
  writeFileSync(go, '');
  assert.deepEqual(await once(second, 'exit'), [0, null]);
  assert.deepEqual(lines(), ['ci begins', 'ci ends', 'ci begins', 'ci ends']);
});

test('packages that were fetched to their end are changed in place, since servers may run from them', async () => {
  writeFileSync(go, '');
  assert.deepEqual(await once(fetching(), 'exit'), [0, null]);
  assert.deepEqual(await once(fetching(), 'exit'), [0, null]);
  assert.deepEqual(lines(), ['ci begins', 'ci ends'], 'nothing has changed');
  writeFileSync(join(project, 'package-lock.json'), '{"changed": true}');
  assert.deepEqual(await once(fetching(), 'exit'), [0, null]);
  assert.deepEqual(lines().slice(2), ['install begins', 'install ends']);
});

test('an npm before 10 fetches a newer one for this', async () => {
  writeFileSync(go, '');
  npmSays('9.2.0');
  assert.deepEqual(await once(fetching(), 'exit'), [0, null]);
  npmSays('11.6.0');
  assert.deepEqual(lines(), ['exec begins', 'exec ends']);
});
