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
 * @typedef {object} TurnsPlan
 * @property {[string, string]} commits @property {string} target @property {boolean} flood
 * @property {number} users @property {number} [rate] messages/s of each user @property {number} seconds @property {number} warmUp s @property {number} runs of each
 * @property {boolean} embedded @property {number} [offset] of their ports
 * @property {string} folder for the records, which has a folder of each side then
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
 * Runs the servers of two commits in turns, each run at a fresh one; the load client is this checkout's for both.
 * @param {TurnsPlan} plan @param {(line: string) => void} say
 * @returns {Promise<{a: RunRecord[], b: RunRecord[]}>}
 */
export async function runInTurns(
  { commits, target, flood, users, rate, seconds, warmUp, runs, folder, ...fresh },
  say,
) {
  const sides = { a: checkOut(commits[0], 'a'), b: checkOut(commits[1], 'b') };
  try {
    /** @type {{a: RunRecord[], b: RunRecord[]}} */
    const records = { a: [], b: [] };
    const turns = interleaved(runs);
    for (const [place, side] of turns.entries()) {
      const { root, commit } = sides[side];
      const repetition = records[side].length + 1;
      say(`${place + 1} of ${turns.length}: ${side.toUpperCase()}, commit ${commit.slice(0, 9)} ...`);
      const plan = { target, users, seconds, root, ...fresh };
      const record = await unbound(
        () => (flood ? runFlood(plan) : runLevel({ ...plan, warmUp, repetition, ...(rate && { rate }) }, say)),
        say,
      );
      record.plan.repetition = repetition;
      saveRecord(path.join(folder, side, recordFile(record)), record);
      records[side].push(record);
    }
    return records;
  } finally {
    sides.a.remove();
    sides.b.remove();
  }
}
