import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

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

test('nothing in index.html needs unsafe-inline', () => {
  const html = readFileSync(new URL('index.html', web), 'utf8');
  assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)/);
});
