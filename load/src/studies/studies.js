import fs from 'node:fs';
import { typedCommand } from '../commandLine.js';
import { recordFile } from '../record/recordFile.js';
import { readTarget } from '../server/targets.js';
import { jobsOf } from '../workload/workloads.js';

/**
 * Another study, as load/reference/NAME.json holds it.
 * @typedef {object} Study
 * @property {string} title @property {string} paper
 * @property {Array<{workload: string, users?: number[], seconds?: number}>} runs what is measured
 * @property {{seconds: number, repetitions: number, levels?: number[]}} quick in place of the workloads'
 * @property {boolean} trimmed the least and the greatest of several runs are left out, of the others the mean counts
 * @property {Record<string, string>} servers our target by the study's name of a server
 * @property {string[]} pair our chats
 * @property {Record<string, string>} absent why a server of the study is not measured here
 * @property {string[]} columns metrics of studyTables.js
 * @property {string} ranked the column by which servers are ranked
 * @property {StudyTable[]} tables
 * @property {string[]} differences of method
 *
 * @typedef {object} StudyTable
 * @property {string} title with the table, or the page, of the study
 * @property {string} workload @property {string} request @property {number} users
 * @property {Record<string, number[]>} study its figures, by server, in the order of the columns
 * @property {string[]} [columns] where they are others than the study's
 */

const FOLDER = new URL('../../reference/', import.meta.url);

/** @type {string[]} */
export const STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];

/** @param {string} name @returns {Study} */
export const readStudy = (name) => JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

/**
 * @param {string} name @param {{quick: boolean, target?: string}} options target: these alone, with commas between
 * @returns {import('../run/runLeft.js').FiledJob[]}
 */
export function jobsOfStudy(name, { quick, target }) {
  const { runs, servers, pair, quick: short } = readStudy(name);
  const targets = target?.split(',') ?? [...Object.values(servers), ...pair];
  return targets.flatMap((one) =>
    runs.flatMap(({ workload, users, seconds }) =>
      jobsOf(workload, { levels: users, seconds, ...(quick && short) })
        .filter((job) => isAnsweredBy(one, job))
        .map((job) => {
          const client = { name: job.driver };
          const file = recordFile({ kind: job.kind, plan: { ...job, target: one }, client });
          return { ...job, target: one, command: typedCommand('load/studies'), file };
        }),
    ),
  );
}

/** @param {string} target @param {import('../workload/workloads.js').Job} job whether it has such a request */
function isAnsweredBy(target, { request, chat }) {
  if (request === undefined || !readTarget(target).chat) return true;
  return chat?.requests.some(({ name }) => name === request) ?? false;
}
