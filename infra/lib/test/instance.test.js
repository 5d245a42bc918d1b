import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { instance, loopback, recall, recallAll, remember, root } from '../instance.js';
import { supervisorPid } from '../supervisor.js';

const name = `test-foul-${process.pid}`;
const it = instance(name, { host: loopback, offset: 496, only: 'node', real: false, load: false });
const file = join(it.dir, 'instance.json');
mkdirSync(join(it.dir, 'run'), { recursive: true });
after(() => rmSync(it.dir, { recursive: true }));

/** @param {string} command */
function ask(command) {
  const words = [join(root, `infra/lib/${command}.js`), '--instance', name];
  return spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 });
}

test('a file that infra/up did not write there hangs nobody and is not shown: one line names it', () => {
  for (const lay of [
    () => execFileSync('mkfifo', [file]),
    () => symlinkSync('/etc/passwd', file),
    () => writeFileSync(file, 'root:x:0:0\n'),
    () => writeFileSync(file, '{"host":"a b; c","offset":1,"real":false,"load":false}'),
    () => writeFileSync(file, '{"host":"a","offset":1,"real":true,"load":false,"mariadb":{"LD_PRELOAD":"x"}}'),
    () => mkdirSync(file),
  ]) {
    lay();
    const { status, stderr } = ask('status');
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^\S+instance\.json [^\n]*\n$/);
    assert.doesNotMatch(stderr, /root:x/);
    assert.ok(!recallAll().some((known) => known.name === name), 'the others are known nevertheless');
    rmSync(file, { recursive: true });
  }
});

test('later commands know the MariaDB that DB_HOST named', () => {
  const mariadb = { DB_HOST: 'db.example', DB_PASSWORD: 'secret' };
  remember({ ...it, options: { ...it.options, real: true, mariadb } });
  assert.deepEqual(recall(name)?.options.mariadb, mariadb);
});

test("a stale pid that is another user's process by now is nobody's supervisor", (t) => {
  remember(it);
  const stranger = spawn('bash', ['-c', 'sleep 20; true', join(it.dir, 'supervisord.conf')]);
  t.after(() => stranger.kill());
  writeFileSync(join(it.dir, 'run/supervisord.pid'), `${stranger.pid}\n`);
  assert.equal(supervisorPid(it), stranger.pid, "the owner's");
  if (process.getuid?.() !== 0) return;
  execFileSync('chown', ['65534', it.dir]);
  assert.equal(supervisorPid(it), null);
});
