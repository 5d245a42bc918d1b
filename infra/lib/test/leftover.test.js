import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

const seconds = 30;

/** A process that leads a group of its own. @param {string} cwd @param {Record<string, string>} [env] */
async function leader(cwd, env = {}) {
  const child = spawn('sleep', [`${seconds}`], { cwd, env: { PATH: process.env.PATH, ...env }, detached: true });
  await once(child, 'spawn');
  return { child, pid: /** @type {number} */ (child.pid), ended: once(child, 'exit') };
}

/** Ends the group that a file names, as a restart of the part does. @param {number} pid @param {string} [file] */
function endLeftover(pid, file = join(mkdtempSync(join(tmpdir(), 'leftover-')), 'fpm.pgid')) {
  writeFileSync(file, `${pid}\n`);
  const script = `. "$1"; end_leftover "$2"`;
  const { stderr } = spawnSync('bash', ['-c', script, '-', join(root, 'infra/lib/leftover.sh'), file], {
    encoding: 'utf8',
  });
  rmSync(join(file, '..'), { recursive: true });
  assert.equal(stderr, '');
}

test('an orphan of a killed part is ended, wherever in the project it works', async () => {
  for (const folder of ['', 'laravel-chat/public']) {
    const { child, pid, ended } = await leader(join(root, folder));
    endLeftover(pid);
    await ended;
    assert.equal(child.signalCode, 'SIGTERM', folder);
  }
});

test('an orphan that works elsewhere is known by its mark', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'leftover-')), 'mariadb.pgid');
  const { child, pid, ended } = await leader(tmpdir(), { CHAT_PART: file });
  endLeftover(pid, file);
  await ended;
  assert.equal(child.signalCode, 'SIGTERM');
});

test("a stranger's process that has got the number since is left alone", async () => {
  const { child, pid, ended } = await leader(tmpdir());
  endLeftover(pid);
  assert.equal(child.signalCode, null);
  assert.equal(process.kill(pid, 0), true);
  child.kill();
  await ended;
});
