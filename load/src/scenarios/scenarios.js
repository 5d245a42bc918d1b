import fs from 'node:fs';

/**
 * @typedef {number | [number, number]} Level a number, or [at the beginning, at the end]
 * @typedef {{name: string, share: number, users?: Level, rate?: Level, reconnect?: number}} PhaseData
 * @typedef {object} Scenario as schema.json says
 * @property {string} title @property {string} about @property {number} seconds
 * @property {PhaseData[]} phases
 * @property {{users: number, messages: number}} [talkers]
 * @property {{users: number, bytesPerSecond: number}} [slowReceivers]
 */

const FOLDER = new URL('../../scenarios/', import.meta.url);

// From the plainest on; what is not listed comes after them.
const ORDER = ['steady', 'ramp', 'spike', 'soak', 'stress', 'reconnect-storm', 'slow-receivers', 'talkative-few'];
const place = (/** @type {string} */ name) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);

/** Names of the scenarios: a file each. @type {string[]} */
export const SCENARIO_NAMES = fs
  .readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .map((file) => file.slice(0, -'.json'.length))
  .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));

/** @param {string} name @returns {Scenario} @throws {Error} that says which there are */
export function readScenario(name) {
  if (!SCENARIO_NAMES.includes(name)) throw new Error(`There is no scenario ${name}: ${SCENARIO_NAMES.join(', ')}.`);
  return JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}
