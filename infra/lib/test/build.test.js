import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../build.js';

/** @param {import('node:test').TestContext} t @returns {string} a folder with a package.json in it */
function makeProject(t) {
  const folder = mkdtempSync(join(tmpdir(), 'chat-build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  return folder;
}

/** @param {string} folder */
function gitIn(folder) {
  return (/** @type {string[]} */ ...words) => execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe' });
}

/** @param {string} folder becomes a repository with one commit */
function commitAll(folder) {
  const git = gitIn(folder);
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '--quiet', '--message', 'first');
}

test('a build is version and commit, and says where files differ from it; outside a repository there is none', (t) => {
  const folder = makeProject(t);
  assert.equal(build(folder), null);
  commitAll(folder);
  gitIn(folder)('tag', 'v9');
  assert.match(String(build(folder)), /^1\.2\.3\+[0-9a-f]{9}$/);
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"} ');
  assert.match(String(build(folder)), /^1\.2\.3\+[0-9a-f]{9}-dirty$/);
});

test('a work tree of a repository has a build too', (t) => {
  const folder = makeProject(t);
  commitAll(folder);
  const tree = `${folder}-tree`;
  t.after(() => rmSync(tree, { recursive: true, force: true }));
  gitIn(folder)('worktree', 'add', '--quiet', tree);
  assert.match(String(build(tree)), /^1\.2\.3\+[0-9a-f]{9}$/);
});

test('a repository that somebody made in a folder above is not asked, since its settings name programs', (t) => {
  const above = makeProject(t);
  const program = join(above, 'program');
  const ran = join(above, 'ran');
  writeFileSync(program, `#!/bin/sh\n: > '${ran}'\n`);
  chmodSync(program, 0o755);
  const folder = join(above, 'chat');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  commitAll(above);
  gitIn(above)('config', 'core.fsmonitor', program);
  assert.equal(build(folder), null);
  assert.equal(existsSync(ran), false, 'what it names was run');
});
