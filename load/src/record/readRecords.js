import fs from 'node:fs';
import path from 'node:path';

/** @typedef {import('./runRecord.js').RunRecord} RunRecord */

/**
 * Records in files, or in folders of them, however deep.
 * @param {string[]} places
 * @returns {RunRecord[]} in the order they began
 * @throws {Error} where a place has none
 */
export function readRecords(places) {
  const records = places.flatMap((place) => {
    const found = filesIn(place).flatMap((file) => recordIn(file) ?? []);
    if (found.length === 0) {
      throw new Error(`${place} holds no record of a run: --save of the load commands leaves them.`);
    }
    return found;
  });
  return records.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

/** @param {string} place @returns {string[]} */
function filesIn(place) {
  if (!fs.existsSync(place)) throw new Error(`There is no ${place}.`);
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(place, name));
}

/** @param {string} file @returns {RunRecord | null} null where it holds something else */
function recordIn(file) {
  try {
    const read = JSON.parse(fs.readFileSync(file, 'utf8'));
    return read.format === 'chat-load-run/1' ? read : null;
  } catch {
    return null;
  }
}
