import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';

const folder = mkdtempSync(join(tmpdir(), 'chat-temporary-'));
after(() => rmSync(folder, { recursive: true }));
const open = join(folder, 'open');
mkdirSync(open);
const uid = process.getuid?.();

/** Runs a script as the commands begin, where another user may have laid things in the temporary folder. @param {string} source @param {string} script */
function begin(source, script) {
  const words = ['-c', `set -euo pipefail; . ${join(root, source)}; ${script}`];
  const { NODE_DISABLE_COMPILE_CACHE, ...inherited } = process.env;
  assert.ok(NODE_DISABLE_COMPILE_CACHE === undefined || NODE_DISABLE_COMPILE_CACHE === '1');
  return spawnSync('bash', words, { encoding: 'utf8', env: { ...inherited, TMPDIR: open } });
}
const told = `import('node:module').then(({enableCompileCache: on}) => { on(); console.log(require('node:os').tmpdir()) })`;

test("what Node.js programs cache lies in no folder of everybody's, in each command", () => {
  for (const { stdout, stderr } of [
    begin('infra/lib/console.sh', `node -e "${told}"`),
    begin('infra/lib/launch.sh', `exec() { "$1" -e "${told}"; }; launch x`),
  ]) {
    const used = stdout.trim();
    assert.notEqual(used, open, stderr);
    assert.deepEqual(readdirSync(open), []);
    const { mode, uid: owner } = statSync(used);
    assert.deepEqual([mode & 0o777, owner], [0o700, uid]);
    assert.equal(existsSync(join(used, 'node-compile-cache')), false);
  }
});

/** @param {string} project */
const temporaryOf = (project) =>
  begin('infra/lib/private-temporary.sh', `private_temporary ${project}; echo "$TMPDIR"`);

test('a folder that somebody else laid there is refused, one with loose rights is closed', () => {
  mkdirSync(join(folder, 'a/var'), { recursive: true });
  const place = join(folder, `a/var/.tmp-${uid}`);
  symlinkSync(open, place);
  const { status, stderr } = temporaryOf(join(folder, 'a'));
  assert.equal(status, 2);
  assert.match(stderr, /is no folder of your own/);
  rmSync(place);
  mkdirSync(place);
  chmodSync(place, 0o777);
  temporaryOf(join(folder, 'a'));
  assert.equal(statSync(place).mode & 0o777, 0o700);
});

test('in a deep folder it has a short name, so that sockets fit below it, and keeps that', (t) => {
  const deep = join(folder, 'd'.repeat(60));
  mkdirSync(deep);
  const made = temporaryOf(deep).stdout.trim();
  t.after(() => rmSync(made, { recursive: true }));
  assert.ok(made.length <= 60);
  assert.equal(statSync(made).mode & 0o777, 0o700);
  assert.equal(temporaryOf(deep).stdout.trim(), made);
});
