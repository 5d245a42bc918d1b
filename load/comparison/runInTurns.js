import path from 'node:path';
import { runFlood } from '../floods/runFlood.js';
import { runLevel } from '../messageTest/runLevel.js';
import { recordFile } from '../runRecord/recordFile.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { checkOut } from './checkouts.js';
import { interleaved } from './turns.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 *
 * @typedef {object} RunPlan
 * @property {string} target @property {boolean} flood
 * @property {number} users @property {number} [rate] messages/s of each user @property {number} seconds @property {number} warmUp s
 * @property {boolean} embedded @property {number} [offset] of their ports
 *
 * @typedef {RunPlan & {commits: [string, string], runs: number, folder: string}} TurnsPlan runs of each; the folder for the records has one of each side then
 */

// A run whose figures the load client set says nothing of the server: it is made again, but a busy machine may never do better.
const TRIES = 3;

/**
 * @param {() => Promise<object>} run @param {(line: string) => void} say
 * @returns {Promise<RunRecord>} the first that the client did not set, or the last
 */
async function unbound(run, say) {
  for (let tries = 1; ; tries++) {
    const record = /** @type {RunRecord} */ (await run());
    if (!record.client.bound || tries === TRIES) return record;
    say(`The load client set its figures (${record.client.boundBy.join(', ')}): once more ...`);
  }
}

/**
 * @param {string} root of the checkout whose server runs, a fresh one @param {RunPlan & {repetition: number}} plan @param {(line: string) => void} say
 * @returns {Promise<RunRecord>}
 */
export async function runAt(root, { flood, warmUp, rate, repetition, ...each }, say) {
  const plan = { ...each, root };
  const record = await unbound(
    () => (flood ? runFlood(plan) : runLevel({ ...plan, warmUp, repetition, ...(rate && { rate }) }, say)),
    say,
  );
  record.plan.repetition = repetition;
  return record;
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
    const turns = interleaved(runs);
    for (const [place, side] of turns.entries()) {
      const { root, commit } = sides[side];
      const repetition = records[side].length + 1;
      say(`${place + 1} of ${turns.length}: ${side.toUpperCase()}, commit ${commit.slice(0, 9)} ...`);
      const record = await runAt(root, { ...plan, repetition }, say);
      saveRecord(path.join(folder, side, recordFile(record)), record);
      records[side].push(record);
    }
    return records;
  } finally {
    sides.a.remove();
    sides.b.remove();
  }
}
