import fs from 'node:fs';
import { readStudy, studyByUsers } from '../../../reports/readStudy.js';

/** @typedef {{name: string, perSecond: number, cpuPercent: number, cpuMs: number}} Cost perSecond: answers or messages; cpuMs: CPU for each */

const SERVERS = /** @type {const} */ ({ node: "the study's Node.js", laravel: "the study's Laravel" });

/**
 * What the study's servers spent on one answer or message: it says how many there were and how busy the server was.
 * @param {'get-flood' | 'message-test'} table @param {keyof typeof SERVERS} server @param {number} users
 * @returns {Cost}
 */
export function studyCost(table, server, users) {
  const row = studyByUsers(table, server).get(users);
  if (!row) throw new Error(`The study has no ${users} users of ${server} in ${table}.`);
  const perSecond = Number(row[table === 'get-flood' ? 'requests_per_s' : 'messages_per_s']);
  return costOf(SERVERS[server], perSecond, Number(row.cpu_percent));
}

/** @param {string} name @param {number} perSecond @param {number} cpuPercent of one core @returns {Cost} */
export const costOf = (name, perSecond, cpuPercent) => ({
  ...{ name, perSecond, cpuPercent },
  cpuMs: (cpuPercent * 10) / perSecond,
});

/** @param {'get-flood' | 'message-test'} table @param {string} column @returns {Array<{server: string, users: number, value: number}>} */
export const studyPoints = (table, column) =>
  readStudy(table).map((row) => ({
    server: String(row.server),
    users: Number(row.users),
    value: Number(row[column]),
  }));

/** @param {string} target @returns {Array<{users: number, value: number}>} answers/s of our own flood, as docs/results.md has it; [] where none is saved */
export function ourFlood(target) {
  const file = new URL(`../../../../docs/data/flood-${target}.json`, import.meta.url);
  if (!fs.existsSync(file)) return [];
  /** @type {import('../../../floods/savedLadder.js').SavedLadder} */
  const { rows } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return rows.map((row) => ({ users: row.users, value: row.requests_per_s }));
}
