import path from 'node:path';
import { shuffle } from 'simple-statistics';
import { isRepeatable, provenance } from '../record/provenance.js';
import { recordsIn, saveRecord } from '../record/recordFiles.js';
import { runJob } from '../run/runJob.js';

/** @import { StudyRun } from './studyRuns.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

/**
 * Makes the runs that no earlier start of the same commit has made: block by block, shuffled within a block. The user
 * may stop it at any time.
 * @param {StudyRun[]} runs
 * @param {string} folder receives the records
 * @returns {Promise<{records: RunRecord[], failures: string[]}>} failures: runs that could not be made, and why
 */
export async function runRemaining(runs, folder) {
  const recordsByRun = new Map(runs.map((run) => [run, recordsOf(run, folder)]));
  const remainingRuns = inBlocks(runs.filter((run) => recordsByRun.get(run)?.length !== run.files.length));
  console.error(`${runs.length} runs, ${runs.length - remainingRuns.length} of them made before.`);
  const failures = [];
  for (const [index, run] of remainingRuns.entries()) {
    const { job, target, embedded, files } = run;
    const runName = files[0].replace('.json', '');
    console.error(`${index + 1} of ${remainingRuns.length}: ${runName} ...`);
    try {
      const records = await runJob({ target, fresh: true, embedded }, job, (line) => console.error(line));
      for (const [number, record] of records.entries()) saveRecord(folder, record, files[number]);
      recordsByRun.set(run, records);
    } catch (error) {
      failures.push(`${runName}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
  }
  return { records: [...recordsByRun.values()].flat(), failures };
}

/**
 * @param {StudyRun[]} runs
 * @returns {StudyRun[]} runs shuffled within their blocks, so that a drift of the machine falls on all alike
 */
export const inBlocks = (runs) => shuffle(runs).sort((one, other) => one.block - other.block);

/** @param {StudyRun} run @param {string} folder @returns {RunRecord[]} records of an earlier run of the same code */
function recordsOf({ files }, folder) {
  const { commit } = provenance();
  if (!isRepeatable(commit)) return [];
  return files
    .flatMap((file) => recordsIn(path.join(folder, file)))
    .filter(({ client, server }) => client.commit === commit && (server.commit ?? commit) === commit);
}
