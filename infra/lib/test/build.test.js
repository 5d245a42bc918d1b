import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../build.js';

test('a build is version and commit, and says where files differ from it; outside a repository there is none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (/** @type {string[]} */ ...words) => execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe' });
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  assert.equal(build(folder), null);
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '--quiet', '--message', 'first');
  git('tag', 'v9');
  assert.match(String(build(folder)), /^1\.2\.3\+[0-9a-f]{9}$/);
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"} ');
  assert.match(String(build(folder)), /^1\.2\.3\+[0-9a-f]{9}-dirty$/);
});
