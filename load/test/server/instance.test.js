import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startFreshInstance, urlIn } from '../../src/server/instance.js';
import { newFolder } from '../helpers/newFolder.js';

test('an instance that does not start is ended, and the error has what infra/up said', async (t) => {
  const root = newFolder(t);
  fs.mkdirSync(path.join(root, 'infra'));
  fs.writeFileSync(path.join(root, 'infra/up'), '#!/bin/sh\necho refused\nexit 1\n', { mode: 0o700 });
  fs.writeFileSync(path.join(root, 'infra/down'), `#!/bin/sh\necho "$*" > ${root}/told\n`, { mode: 0o700 });
  await assert.rejects(startFreshInstance('node', { root }), /^Error: infra\/up .* failed:\nrefused\n$/);
  assert.match(fs.readFileSync(path.join(root, 'told'), 'utf8'), /^--instance load-\d+-1\n$/);
});

test('a process that exits while it starts an instance ends infra/up first, then the instance', (t) => {
  const root = newFolder(t);
  const told = path.join(root, 'told');
  fs.mkdirSync(path.join(root, 'infra'));
  const executable = { mode: 0o700 };
  fs.writeFileSync(path.join(root, 'infra/up'), `#!/bin/sh\necho $$ > ${root}/pid\nexec sleep 60\n`, executable);
  // An ended process stays a zombie until its parent has ended too.
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
    const { startFreshInstance } = await import('${new URL('../../src/server/instance.js', import.meta.url).href}');
    void startFreshInstance('node', { root: '${root}' });
    setInterval(() => fs.existsSync('${root}/pid') && fs.readFileSync('${root}/pid', 'utf8') && process.exit(0), 20);
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(fs.readFileSync(told, 'utf8'), 'down\n');
});

test('the page of a chat is at its first front, whatever the order of the parts', () => {
  const parts = [
    { part: 'loop', url: 'ws://127.0.0.1:6001' },
    { part: 'fpm', url: 'unix:run/fpm-1.sock' },
    { part: 'nginx', url: 'http://127.0.0.1:8000' },
  ].map((part) => ({ ...part, pid: 1, state: 'healthy' }));
  assert.deepEqual([urlIn('laravel', parts), urlIn('node', parts)], ['http://127.0.0.1:8000', undefined]);
});
