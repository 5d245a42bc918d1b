import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../instance.js';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** @type {[string, {hasInstallScript?: boolean, engines?: {node?: string}}][]} */
const packages = Object.entries(lock.packages);

test('a plain `npm ci` runs the install scripts of these packages alone: none of them downloads a browser', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name);
  assert.deepEqual(
    scripted.map((name) => name.replace('node_modules/', '')),
    ['esbuild', 'node', 'protobufjs', 'unix-dgram'],
  );
});

/** @param {string} text such as 22.18, 22.x or 4 @returns {number[]} major, minor, patch */
const version = (text) => text.split('.').map((part) => Number(part.replace(/[x*]/, '0')));

/** @param {number[]} one @param {number[]} other @returns {boolean} */
function atLeast(one, other) {
  const place = [0, 1, 2].find((index) => (one[index] ?? 0) !== (other[index] ?? 0));
  return place === undefined || (one[place] ?? 0) > (other[place] ?? 0);
}

/** @param {number[]} node @param {string} range of versions, as the packages here write them */
const takes = (node, range) =>
  range.split('||').some((part) => {
    const [, sign, wanted] = /^\s*(>=|\^)?\s*([\d.x*]+)/.exec(part) ?? assert.fail(`${range} is no range known here`);
    if (wanted === '*') return true;
    return atLeast(node, version(wanted)) && (sign === '>=' || node[0] === version(wanted)[0]);
  });

test('package.json asks for a Node.js that every package takes', () => {
  const least = version(engines.node.replace('>=', ''));
  const asking = packages.flatMap(([name, { engines: own }]) => (own?.node ? [{ name, range: own.node }] : []));
  assert.deepEqual(
    asking.filter(({ range }) => !takes(least, range)),
    [],
  );
  assert.equal(takes(version('20.19'), '>=22'), false);
  assert.equal(takes(version('20.19'), '^20.19.0 || ^22.13.0'), true);
});
