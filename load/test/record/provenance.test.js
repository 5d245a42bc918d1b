import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../helpers/newFolder.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = ['load/src/record/provenance.js', 'load/src/paths.js', 'infra/commit'];

const CODE = [
  'node-chat/server.js',
  'web/css/page.css',
  'load/workloads/flood.json',
  'load/chat.yml',
  'examples/express/server.js',
];

/** Makes a project with provenance.js, docs and something to measure; by default in a git repository. */
function project(t, { repository = true } = {}) {
  const folder = newFolder(t);
  const git = (...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  const commit = () => {
    git('add', '.');
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '--quiet', '--message', 'change');
    return git('rev-parse', 'HEAD').slice(0, 9);
  };
  write('load/package.json', '{"type":"module"}');
  for (const source of SOURCES) fs.cpSync(ROOT + source, path.join(folder, source));
  for (const code of CODE) write(code, 'one');
  write('docs/results.md', 'one');
  if (repository) git('init', '--quiet');
  return { folder, write, first: repository ? commit() : '' };
}

/** Gives the commit that a program of that project reports after it has run the code `meanwhile`. */
function commitSaidIn(folder, meanwhile = '') {
  const script = `const { provenance } = await import('./load/src/record/provenance.js'); ${meanwhile}; console.log(provenance().commit);`;
  const words = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).trim();
}

test('the commit of a figure says if code was changed since', (t) => {
  const { folder, write, first } = project(t);
  assert.equal(commitSaidIn(folder), first);
  write('docs/results.md', 'two');
  assert.equal(commitSaidIn(folder), first, 'docs hold no code');
  for (const code of CODE) {
    write(code, 'two');
    assert.equal(commitSaidIn(folder), `${first}-dirty`, code);
    write(code, 'one');
  }
});

test('a commit made during a measurement does not become its commit', (t) => {
  const { folder, first } = project(t);
  const git = 'git -c user.name=Ann -c user.email=ann@example.org commit --quiet --allow-empty --message later';
  const meanwhile = `(await import('node:child_process')).execSync('${git}')`;
  assert.equal(commitSaidIn(folder, meanwhile), first);
});

test('outside a repository the commit is unknown', (t) => {
  const { folder } = project(t, { repository: false });
  assert.equal(commitSaidIn(folder), 'unknown');
});
