import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

test('every command tells what it does on a machine that has nothing yet, and does nothing', (t) => {
  const bare = mkdtempSync(join(tmpdir(), 'bare-'));
  t.after(() => rmSync(bare, { recursive: true }));
  cpSync(join(root, 'infra'), join(bare, 'infra'), { recursive: true });
  const files = readdirSync(join(bare, 'infra'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const commands = files.map(({ name }) => name);
  assert.ok(commands.includes('up') && commands.includes('reset'));
  for (const command of commands) {
    for (const words of [['--help'], ['--instance', 'x', '-h']]) {
      const { status, stdout, stderr } = spawnSync(join(bare, 'infra', command), words, { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, ''], command);
      assert.ok(stdout.startsWith(`infra/${command}`), stdout);
    }
  }
});
