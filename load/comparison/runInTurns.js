import path from 'node:path';
import { runFlood } from '../floods/runFlood.js';
import { oneAtATime } from '../run/oneAtATime.js';
import { runLevel } from '../messageTest/runLevel.js';
import { recordFile } from '../runRecord/recordFile.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { freeOffsets } from '../servers/freshInstance.js';
import { checkOut } from './checkouts.js';
import { BLOCK, interleaved } from './turns.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 *
 * @typedef {object} RunPlan
 * @property {string} target @property {boolean} flood
 * @property {number} users
 * @property {number} [rate] messages/s of each user
 * @property {number} seconds
 * @property {number} warmUp s
 * @property {boolean} embedded @property {number} [offset] of their ports
 *
 * @typedef {RunPlan & {commits: [string, string], runs: number, folder: string}} TurnsPlan runs of each; the folder
 *   for the records has one of each side then
 */

// A run whose figures the load client set says nothing of the server: a block is made again that has nothing else of a
// side, but a busy machine may never do better.
const TRIES = 3;

/**
 * @typedef {object} Turn a run to be made
 * @property {string} root of the checkout whose server runs, a fresh one @property {number} repetition
 * @property {string} folder for its record
 */

/**
 * Runs that are held against each other, a block of them: their servers are fresh, up together and warm, and each is
 * measured while the others stand
 * idle. So seconds lie between them, not the starting of servers, and what the machine does falls on all alike.
 * @param {Turn[]} turns in the order they are measured @param {RunPlan} plan @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} theirs, saved
 */
async function runBlock(turns, plan, say) {
  for (let tries = 1; ; tries++) {
    const records = await (plan.flood ? floods(turns, plan) : levels(turns, plan, say));
    if (!hasLostASide(turns, records) || tries === TRIES) return keep(turns, records);
    const boundBy = new Set(records.flatMap(({ client }) => client.boundBy));
    say(`The load client set a side's figures (${[...boundBy].join(', ')}): once more ...`);
  }
}

/**
 * @param {Array<{root: string}>} turns @param {RunRecord[]} records theirs
 * @returns {boolean} whether a side has no run left whose figures are its server's: the block compares nothing then
 */
export function hasLostASide(turns, records) {
  const sides = Map.groupBy(records, (_, place) => turns[place].root);
  return [...sides.values()].some((runs) => runs.every(({ client }) => client.bound));
}

/** @param {Turn[]} turns @param {RunPlan} plan @param {(line: string) => void} say @returns {Promise<RunRecord[]>} */
async function levels(turns, { flood: _, offset, ...plan }, say) {
  const offsets = await freeOffsets(turns.length, offset);
  const runs = turns.map(
    ({ root, repetition }, place) =>
      (/** @type {import('../run/oneAtATime.js').Alone} */ alone) =>
        runLevel({ ...plan, root, repetition, offset: offsets[place], alone }, say),
  );
  return /** @type {RunRecord[]} */ (await oneAtATime(runs));
}

/**
 * @param {Turn[]} turns
 * @param {RunPlan} plan
 * @returns {Promise<RunRecord[]>} a server after the other: ApacheBench has no turn to wait for
 */
async function floods(turns, { target, users, seconds, embedded, offset }) {
  /** @type {RunRecord[]} */
  const records = [];
  for (const { root } of turns) {
    const record = await runFlood({ target, users, seconds, embedded, offset, root });
    records.push(/** @type {RunRecord} */ (/** @type {object} */ (record)));
  }
  return records;
}

/** @param {Turn[]} turns @param {RunRecord[]} records theirs @returns {RunRecord[]} */
function keep(turns, records) {
  for (const [place, { folder, repetition }] of turns.entries()) {
    records[place].plan.repetition = repetition;
    saveRecord(path.join(folder, recordFile(records[place])), records[place]);
  }
  return records;
}

/**
 * Runs the servers of two commits in turns, each run at a fresh one; the load client is this checkout's for both.
 * @param {TurnsPlan} plan @param {(line: string) => void} say
 * @returns {Promise<{a: RunRecord[], b: RunRecord[]}>}
 */
export async function runInTurns({ commits, runs, folder, ...plan }, say) {
  const sides = { a: checkOut(commits[0], 'a'), b: checkOut(commits[1], 'b') };
  try {
    /** @type {{a: RunRecord[], b: RunRecord[]}} */
    const records = { a: [], b: [] };
    const made = { a: 0, b: 0 };
    const turns = interleaved(runs).map((side) => {
      const { root } = sides[side];
      return { side, root, repetition: ++made[side], folder: path.join(folder, side) };
    });
    for (let first = 0; first < turns.length; first += BLOCK) {
      const block = turns.slice(first, first + BLOCK);
      const said = block.map(({ side }) => side.toUpperCase()).join('');
      say(`${first + 1} to ${first + block.length} of ${turns.length}: ${said} ...`);
      for (const [place, record] of (await runBlock(block, plan, say)).entries())
        records[block[place].side].push(record);
    }
    return records;
  } finally {
    sides.a.remove();
    sides.b.remove();
  }
}
