import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
const containerfile = read('Containerfile');

/** @param {string} text @param {RegExp} pattern the first group of each match */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

test('what the Containerfile copies is there, and every stage that it or Compose names', () => {
  const stages = all(containerfile, /^FROM \S+ AS (\S+)$/gm);
  const copied = all(containerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((files) => files.split(' '));
  assert.ok(copied.length > 5);
  for (const file of copied) assert.ok(globSync(join(root, file)).length > 0, `COPY ${file}`);
  const [from, targets] = [all(containerfile, /--from=(\S+)/g), all(read('compose.yaml'), /target: ([a-z-]+)/g)];
  assert.ok(from.length > 0 && targets.length > 0);
  for (const stage of [...from, ...targets]) assert.ok(stages.includes(stage), `no stage ${stage}`);
});
