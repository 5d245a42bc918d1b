import path from 'node:path';
import { isRepeatable, provenance } from '../record/provenance.js';
import { recordIn, saveRecord } from '../record/recordFiles.js';
import { runJob } from '../run/runJob.js';
import { shuffled } from '../run/workloads.js';

/**
 * @typedef {import('./studies.js').StudyRun} StudyRun
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 */

// A server takes so long to start and to end.
const SERVER_S = 10;
// Users take so long to join before the first message, and stay so long after the last.
const USERS_S = 8;

/**
 * Makes those of the runs that no earlier start of the same commit has made, block by block, in any order within one:
 * stop it when you like.
 * @param {StudyRun[]} runs
 * @param {{folder: string, restart?: boolean, embedded?: boolean}} how folder: for their records; restart: all are made
 *   anew; embedded: all on embedded stores
 * @returns {Promise<{records: RunRecord[], failures: string[]}>} what is there, and what could not be made
 */
export async function runLeft(runs, { folder, restart = false, embedded }) {
  const there = new Map(runs.map((run) => [run, restart ? [] : recordsOf(run, folder)]));
  const order = inBlocks(runs.filter((run) => there.get(run)?.length !== run.files.length));
  const made = runs.length - order.length;
  console.error(`${runs.length} runs${made > 0 ? `, ${made} of them made before` : ''}, ${minutesText(sumOf(order))}.`);
  const failures = [];
  const startedAt = Date.now();
  for (const [place, run] of order.entries()) {
    const { job, target, files } = run;
    const what = files[0].replace('.json', '');
    const toGo = timeLeft(order, place, (Date.now() - startedAt) / 1000);
    console.error(`${place + 1} of ${order.length}, ${minutesText(toGo)} left: ${what} ...`);
    try {
      const which = { target, fresh: true, embedded: run.embedded || embedded };
      const records = await runJob(which, job, (line) => console.error(line));
      for (const [number, record] of records.entries()) saveRecord(folder, record, files[number]);
      there.set(run, records);
    } catch (error) {
      failures.push(`${what}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
  }
  return { records: [...there.values()].flat(), failures };
}

/** @param {StudyRun[]} runs @returns {StudyRun[]} shuffled within their blocks */
export const inBlocks = (runs) => shuffled(runs).sort((one, other) => one.block - other.block);

/** @param {StudyRun} run @returns {number} seconds that it is thought to take */
export const secondsOf = ({ job: { seconds, warmUp = 0, client, runs = 1 }, files }) =>
  SERVER_S + (USERS_S + warmUp + seconds) * runs * (client === 'artillery' ? files.length : 1);

/** @param {StudyRun[]} runs @returns {number} seconds */
const sumOf = (runs) => runs.reduce((sum, run) => sum + secondsOf(run), 0);

/**
 * @param {StudyRun[]} runs @param {number} place of the next @param {number} taken seconds for those before it
 * @returns {number} seconds for the others, as right as those before were thought to take
 */
export function timeLeft(runs, place, taken) {
  const before = sumOf(runs.slice(0, place));
  const left = sumOf(runs.slice(place));
  return before > 0 ? (left * taken) / before : left;
}

/** @param {number} seconds */
const minutesText = (seconds) => `about ${Math.ceil(seconds / 60)} min`;

/** @param {StudyRun} run @param {string} folder @returns {RunRecord[]} what an earlier run of the same code left */
function recordsOf({ files }, folder) {
  const { commit } = provenance();
  return files
    .flatMap((file) => recordIn(path.join(folder, file)) ?? [])
    .filter(({ client }) => client.commit === commit && isRepeatable(commit));
}
