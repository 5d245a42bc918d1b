import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { instance, loopback, recall, remember, root } from '../instance.js';

const name = `test-recall-${process.pid}`;
const it = instance(name, { host: loopback, offset: 496, only: 'node', real: false, load: false });
mkdirSync(join(it.dir, 'run'), { recursive: true });
after(() => rmSync(it.dir, { recursive: true }));

test('later commands know the MariaDB that DB_HOST named', () => {
  const mariadb = { DB_HOST: 'db.example', DB_PASSWORD: 'secret' };
  remember({ ...it, options: { ...it.options, real: true, mariadb } });
  assert.deepEqual(recall(name)?.options.mariadb, mariadb);
});

/** @param {string} command @param {string[]} words */
function refused(command, ...words) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'infra/lib', command), ...words], {
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  return stderr;
}

test('a name that is no folder of var/ is refused in words', () => {
  for (const command of ['down.js', 'status.js', 'kill.js'])
    assert.match(refused(command, '--instance', '../..'), /--instance takes lower-case letters, digits and -/);
});

test('a signal that does not exist is refused in words', () => {
  assert.equal(
    refused('kill.js', '--instance', name, '--signal', 'FOO', 'node').split('\n')[0],
    '--signal takes a name such as SIGTERM, not FOO',
  );
});
