import fs from 'node:fs';
import { FAULT_KINDS } from '../faults/faults.js';
import { recordFile } from '../record/recordFiles.js';
import { readTarget, titleOf } from '../server/targets.js';
import { jobsOf, readWorkload } from '../workload/workloads.js';

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
 * @property {string[]} [columns] where they are others than the study's
 */

const FOLDER = new URL('../../reference/', import.meta.url);

/** Those whose tables stand in docs/studies.md; the chat study's own, `tables`, in docs/results.md. @type {string[]} */
export const STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];

/** @param {string} name @returns {Study} */
export const readStudy = (name) => JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

/**
 * @param {string} name
 * @param {{quick?: boolean, target?: string, only?: string, embedded?: boolean}} [options] target: these alone, with
 *   commas between; only: runs of this workload; embedded: all on embedded stores
 * @returns {{jobs: import('../run/runLeft.js').FiledJob[], absent: Record<string, string>}} absent: why servers of it
 *   are not measured here
 */
export function planOf(name, { quick = false, target, only, embedded } = {}) {
  const { runs, servers, pair, quick: short, absent } = readStudy(name);
  const chosen = target?.split(',');
  const usual = [...Object.values(servers), ...pair];
  /** @type {import('../run/runLeft.js').FiledJob[]} */
  const jobs = [];
  const left = { ...absent };
  for (const [place, { quick: own, ...block }] of runs.entries()) {
    if ((only !== undefined && block.workload !== only) || (quick && own === false)) continue;
    const { targets = usual, ...wanted } = { ...block, ...(quick && { ...short, ...own }) };
    for (const one of targets.filter((each) => !chosen || chosen.includes(each))) {
      const why = whyAbsent(one, embedded);
      if (why) left[titleOf(one)] = why;
      else jobs.push(...jobsOfBlock(wanted, one).map((job) => ({ ...job, block: place })));
    }
  }
  return { jobs, absent: left };
}

/** @param {string} target @param {boolean} [embedded] @returns {string} why it cannot start, or '' */
function whyAbsent(target, embedded) {
  const { needs = '.', processes } = readTarget(target);
  if (!fs.existsSync(needs)) return `there is no ${needs} here.`;
  return embedded && processes ? 'several processes have no embedded store.' : '';
}

/** @param {Omit<Block, 'targets' | 'quick'>} block @param {string} target */
function jobsOfBlock({ workload, users, embedded, ...wanted }, target) {
  return jobsOf(workload, { ...wanted, levels: users ?? readWorkload(workload).ladder })
    .filter((job) => isAnsweredBy(target, job))
    .map((job) => {
      const { driver, kind, client: name } = job;
      const faults = driver === 'faults' ? FAULT_KINDS : [undefined];
      const files = faults.map((fault) => recordFile({ kind, plan: { ...job, target, fault }, client: { name } }));
      return { ...job, target, embedded, files };
    });
}

/**
 * @param {string} target @param {import('../workload/workloads.js').Job} job
 * @returns {boolean} whether it has such a request, and Artillery its sockets
 */
function isAnsweredBy(target, { request, contract, client }) {
  const { implementation, send } = readTarget(target);
  if (client === 'artillery' && send !== 'socket') return false;
  return request === undefined || !implementation || (contract?.requests.some(({ name }) => name === request) ?? false);
}
