import assert from 'node:assert/strict';
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { changeableCode } from '../code-safety.js';
import { instance, loopback } from '../instance.js';
import { openFiles } from '../safety.js';

const asRoot = process.getuid?.() === 0;
const all = mkdtempSync(join(tmpdir(), 'chat-safety-'));
after(() => rmSync(all, { recursive: true }));
const nobody = 65534;

/** An instance with one file, as it should be. */
function planted() {
  const above = mkdtempSync(join(all, 'var-'));
  const dir = join(above, 'dev');
  mkdirSync(join(dir, 'run'), { recursive: true, mode: 0o700 });
  const file = join(dir, 'run/a.env');
  writeFileSync(file, '', { mode: 0o600 });
  const options = { host: loopback, offset: 0, only: null, real: false, load: false };
  // Keys of this clone itself are left out.
  const faults = () => openFiles({ ...instance('dev', options), dir }).filter((line) => line.includes(above));
  return { above, dir, file, faults };
}

test('an instance whose files are its owner’s alone has no fault', () => assert.deepEqual(planted().faults(), []));

/** @type {[string, (it: ReturnType<typeof planted>) => void, RegExp, boolean?][]} */
const faults = [
  ['a file that others may read', ({ file }) => chmodSync(file, 0o604), /others may open .*a\.env/],
  ['a folder that others may enter', ({ dir }) => chmodSync(dir, 0o710), /others may open .*dev$/],
  ['a setuid file', ({ file }) => chmodSync(file, 0o4700), /setuid/],
  ['a var that others may write to', ({ above }) => chmodSync(above, 0o777), /others may write to/],
  ['a file of somebody else', ({ file }) => chownSync(file, nobody, 0), /a\.env is uid 65534's/, true],
  [
    'a link of somebody else',
    ({ dir }) => {
      symlinkSync('/nowhere', join(dir, 'link'));
      lchownSync(join(dir, 'link'), nobody, nobody);
    },
    /link is uid 65534's/,
    true,
  ],
  [
    "another group's rights",
    ({ file }) => {
      chownSync(file, 0, nobody);
      chmodSync(file, 0o640);
    },
    /others may open/,
    true,
  ],
  ["somebody else's var", ({ above }) => chownSync(above, nobody, nobody), /others may write to/, true],
];
for (const [what, plant, why, needsRoot = false] of faults) {
  test(`${what} is seen`, { skip: needsRoot && !asRoot }, () => {
    const it = planted();
    plant(it);
    assert.match(it.faults().join('\n'), why);
  });
}

test('code that others may change is seen, and links are not followed', () => {
  const project = mkdtempSync(join(all, 'project-'));
  const deep = join(project, 'node_modules/a/b');
  mkdirSync(deep, { recursive: true, mode: 0o755 });
  writeFileSync(join(deep, 'index.js'), '', { mode: 0o644 });
  symlinkSync('..', join(deep, 'up'));
  assert.deepEqual(changeableCode(project), []);
  chmodSync(join(deep, 'index.js'), 0o646);
  assert.deepEqual(changeableCode(project), [`others may write to ${join(deep, 'index.js')}`]);
  if (!asRoot) return;
  lchownSync(join(deep, 'up'), nobody, nobody);
  assert.match(changeableCode(project).join('\n'), /up is uid 65534's/);
});
