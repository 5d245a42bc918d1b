import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

const skip = process.getuid?.() !== 0 && 'only root starts the chats as another user';

test(
  'where no other user may enter the project, root is told what to type before anything is installed',
  { skip },
  (t) => {
    const closed = mkdtempSync(join(tmpdir(), 'closed-')); // mode 700
    t.after(() => rmSync(closed, { recursive: true }));
    for (const file of ['infra', 'package.json']) cpSync(join(root, file), join(closed, file), { recursive: true });
    for (const command of ['up', 'test']) {
      const { status, stderr } = spawnSync(join(closed, 'infra', command), ['--yes'], { encoding: 'utf8' });
      assert.equal(status, 2);
      const name = closed.split('/').at(-1);
      assert.match(stderr, new RegExp(`git clone ${closed} /opt/${name}\n +cd /opt/${name} && infra/${command}\n$`));
    }
    assert.equal(existsSync(join(closed, 'var')), false);
    chmodSync(closed, 0o755);
    const { stderr } = spawnSync('bash', ['-c', `. infra/lib/console.sh; . infra/lib/place.sh; open_to_service`], {
      cwd: closed,
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
  },
);

test('a path that sockets or configurations would not take is refused', () => {
  const says = (/** @type {string} */ folder) =>
    spawnSync(
      'bash',
      ['-c', `fail() { echo "$2"; exit 1; }; root='${folder}'; . ${root}/infra/lib/place.sh; fit_path dev`],
      {
        encoding: 'utf8',
      },
    ).stdout;
  assert.equal(says('/srv/chat'), '');
  for (const folder of ['/srv/my chat', '/srv/x;y', `/srv/${'long/'.repeat(18)}`])
    assert.match(says(folder), /move the project/);
});
