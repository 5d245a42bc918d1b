import { urlIn } from '../benches/target.js';
import { beAloneAt } from '../machine/alone.js';
import { databaseOf } from '../machine/database.js';
import { partsOf } from '../machine/installation.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { startFreshInstance } from '../servers/freshInstance.js';
import { knownTarget } from '../targets/targets.js';
import { requireAb } from './ab.js';
import { floodLevel } from './floodLevel.js';
import { floodRecord } from './floodRecord.js';
import { findFloodTarget } from './floodTarget.js';

/**
 * @typedef {object} FloodPlan
 * @property {string} [target] name @property {string} [url] of any server
 * @property {string} [instance] one that runs; without it and without url a known target has a fresh one
 * @property {string} [pid] @property {number} [offset] of a fresh one @property {boolean} [embedded] its store
 * @property {string} [root] of the checkout whose code a fresh one runs
 */

/**
 * One level of a flood, from finding or starting its server to the record.
 * @param {FloodPlan & {users: number, seconds: number}} plan
 * @returns {Promise<ReturnType<typeof floodRecord>>}
 */
export async function runFlood({ users, seconds, offset, embedded, root, ...which }) {
  requireAb();
  const known = knownTarget(which.target);
  const isFresh = known !== undefined && !which.instance && !which.url;
  const fresh = isFresh
    ? await startFreshInstance(/** @type {'node' | 'laravel'} */ (known.chat), { offset, embedded, root })
    : null;
  const instance = fresh?.name ?? which.instance ?? 'dev';
  try {
    const target = await findFloodTarget({ ...which, instance, ...(fresh && { root }) });
    // Nobody else knows a fresh server.
    if (!isFresh) beAloneAt(target.url);
    const installed = await partsOf(instance, fresh ? root : undefined);
    const front = known && !which.url ? (urlIn(which.target, installed) ?? known.address) : null;
    const facts = front === null ? unknown(target) : await serverFacts(front);
    const database = front === null ? null : databaseOf({ name: facts.name, url: front }, installed);
    return floodRecord({
      command: commandOf({ ...which, embedded, fresh: isFresh, users, seconds }),
      plan: { target: target.name, users, seconds, ...(known && { codePath: known.flood.codePath }) },
      server: { ...facts, url: target.url, database, fresh: isFresh },
      parts: target.parts,
      holds: target.holds,
      seen: await floodLevel(target, users, seconds),
    });
  } finally {
    await fresh?.stop();
  }
}

/** @param {{name: string, url: string}} target @returns {import('../runRecord/serverFacts.js').ServerFacts} */
function unknown({ name, url }) {
  return { name, url, version: null, commit: null, runtime: null, rateLimits: null, limits: {} };
}

/**
 * @param {FloodPlan & {users: number, seconds: number, fresh: boolean}} plan
 * @returns {string} what to type to have it again
 */
function commandOf({ target, url, instance, users, seconds, fresh, embedded }) {
  const where = [
    target && `--target ${target}`,
    url && `--url ${url}`,
    instance && `--instance ${instance}`,
    fresh && '--fresh',
    embedded && '--embedded',
  ];
  return `load/flood ${where.filter(Boolean).join(' ')} --users ${users} --seconds ${seconds}`;
}
