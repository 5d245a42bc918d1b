import fs from 'node:fs';

/**
 * @typedef {object} TargetData as schema.json says
 * @property {string} title @property {{colour: string, symbol: string}} look
 * @property {string[]} [start] what starts it, where infra/up does not
 * @property {'socket.io' | 'pusher' | 'socket.io tutorial' | 'nchan'} [wire] of a server without /config
 * @property {'socket' | 'post' | 'publish'} [send]
 * @property {'node' | 'laravel'} [chat]
 * @property {Record<string, string>} [env] of a chat that is always started for the run
 * @property {string} [address] @property {string[]} [fronts] @property {string} [database]
 * @property {'node' | 'laravel'} [study] its rows in load/reference
 * @property {{part: string, address: string, parts: string[], shared?: boolean, codePath: string}} [flood]
 * @property {{parts: string[], codePath: string}} [messages]
 */

const FOLDER = new URL('../../targets/', import.meta.url);
const FIRST = ['node', 'laravel', 'laravel-workers'];

/** Names of what load can be put on: a file each, first those of the study's tables. @type {string[]} */
export const TARGET_NAMES = fs
  .readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .map((file) => file.slice(0, -'.json'.length))
  .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));

/** @param {string} name */
function place(name) {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
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

/** Those that the study measured too. @type {string[]} */
export const STUDY_TARGETS = TARGET_NAMES.filter((name) => readTarget(name).study);

/** @param {string} name of a target, or of another server @returns {string} */
export const titleOf = (name) => knownTarget(name)?.title ?? name;
