import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { freeOffset, startFreshInstance } from '../../src/server/freshInstance.js';

test('fresh instances take different free ports, and an error says if none are left', async (t) => {
  const { offset: first } = await freeOffset();
  const taken = net.createServer().listen(3000 + first, '127.0.0.1');
  t.after(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const others = await Promise.all([freeOffset(), freeOffset()]);
  assert.equal(new Set([first, ...others.map(({ offset }) => offset)]).size, 3, JSON.stringify([first, others]));
  await assert.rejects(freeOffset(1000), /has its ports free/);
});

test('an instance that has ended frees its ports, so one process may start any number', async (t) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'fresh-instance-'));
  t.after(() => fs.rmSync(root, { recursive: true }));
  fs.mkdirSync(path.join(root, 'infra'));
  for (const name of ['up', 'down']) {
    const refuses = `#!/bin/sh\necho ${name}: refused\n${name === 'up' ? 'exit 1' : ''}\n`;
    fs.writeFileSync(path.join(root, 'infra', name), refuses, { mode: 0o700 });
  }
  for (let i = 0; i < 25; i++) await assert.rejects(startFreshInstance('node', { root }), /up: refused/);
});

test('a process that exits while it starts an instance ends infra/up first, then the instance', (t) => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'fresh-instance-'));
  t.after(() => fs.rmSync(root, { recursive: true }));
  const told = path.join(root, 'told');
  fs.mkdirSync(path.join(root, 'infra'));
  const executable = { mode: 0o700 };
  fs.writeFileSync(path.join(root, 'infra/up'), `#!/bin/sh\necho $$ > ${root}/pid\nexec sleep 60\n`, executable);
  // A process that has ended stays a zombie until its parent has ended too.
  const down = `#!/bin/sh
    for _ in $(seq 100); do
      state=$(cut -d' ' -f3 /proc/$(cat ${root}/pid)/stat 2>/dev/null)
      case "$state" in Z | X | '') echo down >> ${told}; exit ;; esac
      sleep 0.1
    done
    echo still starting >> ${told}
  `;
  fs.writeFileSync(path.join(root, 'infra/down'), down, executable);
  const script = `
    const fs = await import('node:fs');
    const { startFreshInstance } = await import('${new URL('../../src/server/freshInstance.js', import.meta.url).href}');
    void startFreshInstance('node', { root: '${root}' });
    setInterval(() => fs.existsSync('${root}/pid') && fs.readFileSync('${root}/pid', 'utf8') && process.exit(0), 20);
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(fs.readFileSync(told, 'utf8'), 'down\n');
});
