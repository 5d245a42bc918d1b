import path from 'node:path';
import { isRepeatable, provenance } from '../record/provenance.js';
import { recordIn, saveRecord } from '../record/recordFiles.js';
import { readWorkload, shuffled } from '../workload/workloads.js';
import { runJob } from './runJob.js';

/**
 * @typedef {import('./runJob.js').Ordered & {target: string, file: string}} FiledJob file: its record's name
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 */

/**
 * Makes those of the runs that no earlier start of the same commit has made, in any order: stop it when you like.
 * @param {FiledJob[]} jobs
 * @param {{folder: string, restart?: boolean, which: import('../server/openServer.js').Which}} how folder: for
 *   their records; restart: all are made anew
 * @returns {Promise<{records: RunRecord[], failures: string[]}>} what is there, and what could not be made
 */
export async function runLeft(jobs, { folder, restart = false, which }) {
  const left = shuffled(restart ? jobs : jobs.filter((job) => recordOf(job, folder) === null));
  console.error(`${jobs.length} runs, ${jobs.length - left.length} of them made before.`);
  const failures = [];
  for (const [place, { target, file, ...order }] of left.entries()) {
    const what = file.replace('.json', '');
    console.error(`${place + 1} of ${left.length}: ${what} ...`);
    try {
      const server = { ...which, target, env: readWorkload(order.workload).env };
      saveRecord(folder, await runJob(server, order, (line) => console.error(line)), file);
    } catch (error) {
      failures.push(`${what}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
  }
  return { records: jobs.flatMap((job) => recordOf(job, folder, false) ?? []), failures };
}

/**
 * @param {FiledJob} job @param {string} folder @param {boolean} [again] whether its code has to be the one that is here
 * @returns {RunRecord | null} what an earlier run left
 */
function recordOf({ file }, folder, again = true) {
  const record = recordIn(path.join(folder, file));
  const { commit } = provenance();
  return !again || (record?.client.commit === commit && isRepeatable(commit)) ? record : null;
}
