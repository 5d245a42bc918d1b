import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

test('a command needs no node of the machine, and says what fetches the npm packages where they are missing', (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'chat-launch-'));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const part of ['contract', 'infra/lib', 'bin']) mkdirSync(join(copy, part), { recursive: true });
  for (const file of ['contract/check', 'infra/lib/launch.sh']) cpSync(join(root, file), join(copy, file));
  for (const program of ['bash', 'dirname', 'env']) symlinkSync(join('/usr/bin', program), join(copy, 'bin', program));
  const help = (/** @type {string} */ folder) =>
    spawnSync(join(folder, 'contract/check'), ['--help'], { encoding: 'utf8', env: { PATH: join(copy, 'bin') } });
  assert.match(help(root).stdout, /^contract\/check URL/);
  const { status, stdout, stderr } = help(copy);
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /npm packages are not here yet[^]*infra\/up\n[^]*npm ci/);
});
