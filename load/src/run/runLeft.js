import path from 'node:path';
import { isRepeatable, provenance } from '../record/provenance.js';
import { recordIn, saveRecord } from '../record/recordFiles.js';
import { shuffled } from '../workload/workloads.js';
import { runJob } from './runJob.js';

/**
 * @typedef {import('../workload/workloads.js').Job & {target: string, block: number, embedded?: boolean,
 *   files: string[]}} FiledJob block: jobs of a lower block run first; files: names of the job's records
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 */

// A server takes so long to start and to end.
const SERVER_S = 10;
// Users take so long to join before the first message, and stay so long after the last.
const USERS_S = 8;

/**
 * Makes those of the runs that no earlier start of the same commit has made, block by block, in any order within one:
 * stop it when you like.
 * @param {FiledJob[]} jobs
 * @param {{folder: string, restart?: boolean, which: import('../server/openServer.js').Which, command: string}} how
 *   folder: for their records; restart: all are made anew; command: that was typed
 * @returns {Promise<{records: RunRecord[], failures: string[]}>} what is there, and what could not be made
 */
export async function runLeft(jobs, { folder, restart = false, which, command }) {
  const there = new Map(jobs.map((job) => [job, restart ? [] : recordsOf(job, folder)]));
  const left = jobs.filter((job) => there.get(job)?.length !== job.files.length);
  const order = inBlocks(left);
  const made = jobs.length - left.length;
  console.error(`${jobs.length} runs${made > 0 ? `, ${made} of them made before` : ''}, ${minutesText(sumOf(left))}.`);
  const failures = [];
  const startedAt = Date.now();
  for (const [place, filed] of order.entries()) {
    const { target, files, embedded, ...job } = filed;
    const what = files[0].replace('.json', '');
    const toGo = timeLeft(order, place, (Date.now() - startedAt) / 1000);
    console.error(`${place + 1} of ${order.length}, ${minutesText(toGo)} left: ${what} ...`);
    try {
      const server = { ...which, target, embedded: embedded || which.embedded };
      const records = await runJob(server, { ...job, command }, (line) => console.error(line));
      for (const [number, record] of records.entries()) saveRecord(folder, record, files[number]);
      there.set(filed, records);
    } catch (error) {
      failures.push(`${what}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
  }
  return { records: [...there.values()].flat(), failures };
}

/** @param {FiledJob[]} jobs @returns {FiledJob[]} shuffled within their blocks */
export const inBlocks = (jobs) => shuffled(jobs).sort((one, other) => one.block - other.block);

/** @param {FiledJob} job @returns {number} seconds that it is thought to take */
export const secondsOf = ({ seconds, warmUp = 0, client, runs = 1, files }) =>
  SERVER_S + (USERS_S + warmUp + seconds) * runs * (client === 'artillery' ? files.length : 1);

/** @param {FiledJob[]} jobs @returns {number} seconds */
const sumOf = (jobs) => jobs.reduce((sum, job) => sum + secondsOf(job), 0);

/**
 * @param {FiledJob[]} jobs @param {number} place of the next @param {number} taken seconds for those before it
 * @returns {number} seconds for the others, as right as those before were thought to take
 */
export function timeLeft(jobs, place, taken) {
  const before = sumOf(jobs.slice(0, place));
  const left = sumOf(jobs.slice(place));
  return before > 0 ? (left * taken) / before : left;
}

/** @param {number} seconds */
const minutesText = (seconds) => `about ${Math.ceil(seconds / 60)} min`;

/** @param {FiledJob} job @param {string} folder @returns {RunRecord[]} what an earlier run of the same code left */
function recordsOf({ files }, folder) {
  const { commit } = provenance();
  return files
    .flatMap((file) => recordIn(path.join(folder, file)) ?? [])
    .filter(({ client }) => client.commit === commit && isRepeatable(commit));
}
