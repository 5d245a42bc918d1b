import fs from 'node:fs';

/** @typedef {typeof import('./node.json') & {flood: {shared?: boolean}}} TargetData as schema.json says */

const FOLDER = new URL('./', import.meta.url);

/** Names of what load can be put on: a file each. @type {string[]} */
export const TARGET_NAMES = fs
  .readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .map((file) => file.slice(0, -'.json'.length))
  // node, laravel, laravel-workers: the order of the study's tables.
  .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));

/** @param {string} name */
function place(name) {
  return ['node', 'laravel'].findIndex((first) => name.startsWith(first));
}

/** @param {string | undefined} name @returns {TargetData | undefined} undefined where there is no such target */
export function knownTarget(name) {
  if (name === undefined || !TARGET_NAMES.includes(name)) return undefined;
  return JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** @param {string | undefined} name @returns {TargetData} @throws {Error} that says which there are */
export function readTarget(name) {
  const target = knownTarget(name);
  if (!target) throw new Error(`There is no target ${name}: ${TARGET_NAMES.join(', ')}.`);
  return target;
}
