import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, WrongUsage } from '../commandLine.js';
import { isRepeatable, provenance } from '../record/provenance.js';
import { saveRecord } from '../record/saveRecord.js';
import { asMarkdown } from '../report/markdown.js';
import { reportOf } from '../report/report.js';
import { STUDY_TARGETS } from '../server/targets.js';
import { runJob } from '../run/runJob.js';
import { shuffled } from '../workload/workloads.js';
import { jobsAt } from './jobs.js';

const COMMAND = {
  usage: `load/tables [--quick] [--target ${STUDY_TARGETS.join(',')}] [--only flood|messages]

The study's tables 1 to 4 of every target: load/flood and load/messages at all levels, on a fresh server each, in
shuffled order. What an earlier run of the same commit has measured is not measured again: stop it when you like, and
start it again. Of changed code nothing is taken over.`,
  options: {
    '--quick': 'both ends and the middle of each table, 4 s each',
    '--target T,...': 'some of the targets',
    '--only KIND': 'floods or messages alone',
    '--restart': 'measure everything anew',
    '--embedded': 'on embedded stores, where no server of the MongoDB protocol is at hand',
    '--offset N': 'ports of the fresh servers (the first that are free from 600)',
    '--save FOLDER':
      'where the records go (load/results/tables, tables-quick ...); load/report FOLDER --keep puts them into docs',
  },
  exitCodes: '0 all measured, 1 some runs could not be made, 2 wrong usage.',
};

const RESULTS = fileURLToPath(new URL('../../results', import.meta.url));

/** @typedef {import('./jobs.js').Job} Job */
/** @typedef {import('../record/runRecord.js').RunRecord} RunRecord */

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main({ quick, only, save, restart, embedded, offset, ...values }) {
  const targets = /** @type {string[]} */ (values.target?.split(',') ?? STUDY_TARGETS);
  if (only !== undefined && only !== 'flood' && only !== 'messages') throw new WrongUsage();
  const named = ['tables', quick && 'quick', embedded && 'embedded'].filter(Boolean).join('-');
  const folder = save ?? path.join(RESULTS, named);
  const jobs = targets.flatMap((target) => jobsAt(target, { quick, only }));
  const fresh = { embedded, offset, fresh: true };
  const left = shuffled(restart ? jobs : jobs.filter((job) => recordOf(job, folder) === null));
  console.error(`${jobs.length} runs, ${jobs.length - left.length} of them made before.`);
  const failures = [];
  for (const [place, job] of left.entries()) {
    console.error(`${place + 1} of ${left.length}: ${describe(job)} ...`);
    try {
      const { target, file, ...order } = job;
      saveRecord(path.join(folder, file), await runJob({ ...fresh, target }, order, (line) => console.error(line)));
    } catch (error) {
      failures.push(`${describe(job)}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
  }
  const records = jobs.flatMap((job) => recordOf(job, folder, false) ?? []);
  if (records.length > 0) console.log(asMarkdown(reportOf(records)));
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

/**
 * @param {Job} job @param {string} folder of the records @param {boolean} [again] whether its code has to be the one that is here
 * @returns {RunRecord | null} what an earlier run left
 */
function recordOf(job, folder, again = true) {
  const file = path.join(folder, job.file);
  if (!fs.existsSync(file)) return null;
  const record = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { commit } = provenance();
  return !again || (record.client.commit === commit && isRepeatable(commit)) ? record : null;
}

/** @param {Job} job */
const describe = ({ kind, target, users, client = 'raw', repetition, seconds }) =>
  `${target}: ${kind === 'flood' ? 'flood' : `messages, ${client}`}, ${users} users, ${seconds} s${repetition > 1 ? `, repetition ${repetition}` : ''}`;

await runCommand(COMMAND, main);
