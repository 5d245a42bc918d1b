import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { checkOut } from '../../comparison/checkouts.js';

test('a commit is checked out with the packages that are there, where they are its own, and goes again', (t) => {
  const here = fs.mkdtempSync(path.join(os.tmpdir(), 'checkouts-'));
  t.after(() => fs.rmSync(here, { recursive: true }));
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', here, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...words], {
      encoding: 'utf8',
    });
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    fs.mkdirSync(path.dirname(path.join(here, file)), { recursive: true });
    fs.writeFileSync(path.join(here, file), text);
  };
  git('init', '--quiet');
  write('.gitignore', 'node_modules\nvar\n');
  write('package.json', '{"workspaces":["chat"]}');
  for (const [lock, code] of ['one', 'two', 'two'].entries()) {
    write('package-lock.json', code);
    write('chat/code.js', String(lock));
    git('add', '.');
    git('commit', '--quiet', '-m', String(lock));
  }
  for (const file of ['node_modules/.fetched', 'node_modules/a/a.js', 'chat/node_modules/b/b.js']) write(file, '');

  const [old, same] = [checkOut('HEAD~2', 'old', here), checkOut('HEAD~1', 'same', here)];
  const has = (/** @type {{root: string}} */ { root }, /** @type {string} */ file) =>
    fs.existsSync(path.join(root, file));
  assert.deepEqual(
    [old, same].map((one) => fs.readFileSync(path.join(one.root, 'chat/code.js'), 'utf8')),
    ['0', '1'],
  );
  assert.equal(has(old, 'node_modules'), false, 'its lock names others');
  assert.ok(has(same, 'node_modules/a/a.js') && has(same, 'chat/node_modules/b/b.js'));

  old.remove();
  same.remove();
  assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
  assert.ok(fs.existsSync(path.join(here, 'node_modules/a/a.js')));
  assert.throws(() => checkOut('nonsense', 'x', here), /git knows no commit nonsense/);
});
