import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const commands = ['contract/check'];
const tools = ['load/run', 'load/faults', 'load/report'];

/** An empty folder. @param {import('node:test').TestContext} t */
function folder(t) {
  const made = mkdtempSync(join(tmpdir(), 'chat-launch-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

/** A PATH with what a shell script needs and a `node` of its own. @param {import('node:test').TestContext} t @param {string} [node] its script */
function pathWith(t, node) {
  const bin = folder(t);
  for (const program of ['bash', 'dirname', 'env']) symlinkSync(join('/usr/bin', program), join(bin, program));
  if (node) writeFileSync(join(bin, 'node'), node, { mode: 0o755 });
  return bin;
}

test('the commands run where the machine has no node, or one that is too old', (t) => {
  for (const PATH of [pathWith(t), pathWith(t, '#!/bin/sh\necho v18.20.4\nexit 1\n')]) {
    for (const command of commands) {
      const { status, stdout, stderr } = spawnSync(join(root, command), ['--help'], {
        encoding: 'utf8',
        env: { PATH },
      });
      assert.equal(status, 0, `${command}: ${stderr}`);
      assert.match(stdout, new RegExp(`^${command} URL`));
    }
  }
});

test('where the npm packages are not there, each says what fetches them', (t) => {
  const copy = folder(t);
  for (const part of ['contract', 'load', 'infra/lib']) mkdirSync(join(copy, part), { recursive: true });
  for (const file of [...commands, ...tools, 'infra/lib/launch.sh']) cpSync(join(root, file), join(copy, file));
  for (const command of [...commands, ...tools]) {
    const { status, stdout, stderr } = spawnSync(join(copy, command), ['--help'], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { PATH: pathWith(t) },
    });
    assert.deepEqual([status, stdout], [2, ''], command);
    assert.match(stderr, /npm packages are not here yet[^]*infra\/up\n[^]*npm ci/);
  }
});
