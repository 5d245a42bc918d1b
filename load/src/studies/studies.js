import fs from 'node:fs';
import { LOAD_CLIENTS } from '../agents/loadClients.js';
import { driverOf } from '../drivers.js';
import { planOf } from '../record/plan.js';
import { recordFile } from '../record/recordFiles.js';
import { jobsOf, readWorkload } from '../run/workloads.js';
import { readTarget, titleOf } from '../server/targets.js';

/**
 * A study, as load/reference/NAME.json holds it.
 * @typedef {object} Study
 * @property {string} title @property {string} paper
 * @property {Block[]} runs what is measured, one block after the other
 * @property {Quick} quick overrides
 * @property {boolean} trimmed the least and the greatest of several runs are left out, of the others the mean counts
 * @property {Record<string, string>} servers our target by the study's name of a server
 * @property {string[]} pair our chats
 * @property {Record<string, string>} absent why a server of the study is not measured here
 * @property {string[]} columns metrics of studyTables.js
 * @property {string} ranked the column by which servers are ranked
 * @property {StudyTable[]} tables
 * @property {string[]} differences of method
 * @property {string[]} reasons why an order repeats here or does not
 *
 * @typedef {object} Block runs of a workload; what is not told is the workload's, and the study's targets
 * @property {string} workload @property {string[]} [targets]
 * @property {number[]} [users] its ladder unless told @property {number} [rate]
 * @property {number} [seconds] @property {number} [warmUp] @property {number} [repetitions]
 * @property {'artillery'} [client] @property {boolean} [embedded] on the embedded stores
 * @property {Partial<Quick> | false} [quick] its own; false: it is left out then
 *
 * @typedef {{seconds: number, repetitions: number, users?: number[], warmUp?: number, targets?: string[]}} Quick
 *
 * @typedef {object} StudyTable
 * @property {string} title with the table, or the page, of the study
 * @property {string} workload @property {string} request @property {number} users
 * @property {Record<string, number[]>} study its figures, by server, in the order of the columns
 */

const FOLDER = new URL('../../reference/', import.meta.url);

/** Those whose tables stand in docs/studies.md; the chat study's own, `tables`, in docs/results.md. @type {string[]} */
export const STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];

/** @param {string} name @returns {Study} */
export const readStudy = (name) => JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

/**
 * @typedef {object} StudyRun
 * @property {ReturnType<typeof jobsOf>[number]} job @property {string} target @property {boolean} [embedded]
 * @property {number} block runs of a lower block come first @property {string[]} files names of its records
 *
 * @param {string} name
 * @param {{quick?: boolean, target?: string, only?: string, embedded?: boolean, command?: string}} [options] target:
 *   these alone, with commas between; only: runs of this workload; embedded: all on embedded stores
 * @returns {{runs: StudyRun[], absent: Record<string, string>}} absent: why servers of it are not measured here
 */
export function studyRuns(name, { quick = false, target, only, embedded, command } = {}) {
  const study = readStudy(name);
  const chosen = target?.split(',');
  const usual = [...Object.values(study.servers), ...study.pair];
  /** @type {StudyRun[]} */
  const runs = [];
  const absent = { ...study.absent };
  for (const [place, { quick: own, ...block }] of study.runs.entries()) {
    if ((only !== undefined && block.workload !== only) || (quick && own === false)) continue;
    const { targets = usual, ...wanted } = { ...block, ...(quick && { ...study.quick, ...own }) };
    for (const one of targets.filter((each) => !chosen || chosen.includes(each))) {
      const why = whyAbsent(one, embedded);
      if (why) absent[titleOf(one)] = why;
      else runs.push(...runsOfBlock({ ...wanted, command }, one, place));
    }
  }
  return { runs, absent };
}

/** @param {string} target @param {boolean} [embedded] @returns {string} why it cannot start, or '' */
function whyAbsent(target, embedded) {
  const { needs = '.', processes } = readTarget(target);
  if (!fs.existsSync(needs)) return `there is no ${needs} here.`;
  return embedded && processes ? 'several processes have no embedded store.' : '';
}

/**
 * @param {Omit<Block, 'targets' | 'quick'> & {command?: string}} wanted @param {string} target @param {number} block
 * @returns {StudyRun[]}
 */
function runsOfBlock({ workload, users, embedded, ...wanted }, target, block) {
  return jobsOf(workload, { ...wanted, levels: users ?? readWorkload(workload).ladder })
    .filter((job) => isAnsweredBy(target, job))
    .map((job) => {
      const faults = driverOf(job.driver).faults ?? [undefined];
      const files = faults.map((fault) => recordFile(job, planOf(job, target, { fault })));
      return { job, target, embedded, block, files };
    });
}

/**
 * @param {string} target @param {StudyRun['job']} job
 * @returns {boolean} whether it has such a request, and the client can reach it
 */
function isAnsweredBy(target, { request, contract, client }) {
  const known = readTarget(target);
  const { implementation } = known;
  if (LOAD_CLIENTS[client]?.canReach(known) === false) return false;
  return request === undefined || !implementation || (contract?.requests.some(({ name }) => name === request) ?? false);
}
