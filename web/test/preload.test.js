import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = new URL('..', import.meta.url);

/** @param {string} file @param {Set<string>} [found] @returns {Set<string>} all that it imports, and what those import */
function modulesOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(new URL(file, web), 'utf8');
  for (const [, path] of source.matchAll(/^import (?:[^'"]* from )?'(\.[^']+)';$/gm)) {
    modulesOf(new URL(path, new URL(file, 'http://web/')).pathname.slice(1), found);
  }
  return found;
}

test('index.html names every module of the page, so that they are fetched at once and not one after the other', () => {
  const html = readFileSync(new URL('index.html', web), 'utf8');
  const named = [...html.matchAll(/<link rel="modulepreload" href="\/web\/([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(named.sort(), [...modulesOf('main.js')].filter((file) => file !== 'main.js').sort());
});

test('every file that index.html and the style sheets name exists', () => {
  const html = readFileSync(new URL('index.html', web), 'utf8');
  for (const [, path] of html.matchAll(/(?:href|src)="\/web\/([^"#]+)/g))
    assert.ok(existsSync(new URL(path, web)), path);
});

test('contract.json lets every file out that the page needs, and none of what else is in this folder', () => {
  const { page } = JSON.parse(readFileSync(new URL('../contract/contract.json', web), 'utf8'));
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(fileURLToPath(web), join(entry.parentPath, entry.name)));
  const sent = files.filter((path) => new RegExp(page.files).test(path));
  const html = readFileSync(new URL('index.html', web), 'utf8');
  const named = [...html.matchAll(/(?:href|src)="\/web\/([^"#]+)/g)].map(([, path]) => path);
  const oneOfThem = ['transport/socketio.js', 'transport/pusher.js', 'lib/pusher.min.js'].flatMap((file) => [
    ...modulesOf(file),
  ]);
  // What is not loaded: a licence that must go along, and types that the comments refer to.
  const beside = ['lib/pusher.min.js.LICENSE.txt', 'chat/types.js'];
  const needed = new Set([...named, ...modulesOf('main.js'), ...oneOfThem, ...beside]);
  assert.deepEqual(sent.sort(), [...needed].sort());
  for (const path of sent) assert.ok(page.types[path.split('.').at(-1)], path);
});

test('nothing in index.html needs unsafe-inline', () => {
  const html = readFileSync(new URL('index.html', web), 'utf8');
  assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)/);
});
