import fs from 'node:fs';
import { typedCommand } from '../commandLine.js';
import { recordFile } from '../record/recordFiles.js';
import { readTarget } from '../server/targets.js';
import { jobsOf, readWorkload } from '../workload/workloads.js';

/**
 * A study, as load/reference/NAME.json holds it.
 * @typedef {object} Study
 * @property {string} title @property {string} paper
 * @property {Array<{workload: string, users?: number[], most?: number, seconds?: number, repetitions?: number,
 *   client?: 'artillery'}>} runs what is measured; users: the workload's ladder unless given; most: users of them
 * @property {{seconds: number, repetitions: number, levels?: number[], warmUp?: number}} quick overrides
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

/** Those whose tables stand in docs/studies.md; the chat study's own, `tables`, in docs/results.md. @type {string[]} */
export const STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];

/** @param {string} name @returns {Study} */
export const readStudy = (name) => JSON.parse(fs.readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

/**
 * @param {string} name @param {{quick: boolean, target?: string, only?: string}} options target: these alone, with
 *   commas between; only: runs of this workload
 * @returns {import('../run/runLeft.js').FiledJob[]}
 */
export function jobsOfStudy(name, { quick, target, only }) {
  const { runs, servers, pair, quick: short } = readStudy(name);
  const targets = target?.split(',') ?? [...Object.values(servers), ...pair];
  const wanted = runs.filter(({ workload }) => only === undefined || workload === only);
  return targets.flatMap((one) => wanted.flatMap((run) => jobsOfRun(run, quick && short, one)));
}

/** @param {Study['runs'][number]} run @param {Study['quick'] | false} short @param {string} target */
function jobsOfRun({ workload, users, most = Infinity, client, ...wanted }, short, target) {
  const all = (short && short.levels) || (users ?? readWorkload(workload).ladder);
  const levels = all?.filter((level) => level <= most);
  return jobsOf(workload, { ...wanted, ...short, levels })
    .filter((job) => isAnsweredBy(target, job, client))
    .map((job) => {
      const made = { chat: 'raw', http: 'http', ab: 'ab', wrk: 'wrk' }[job.driver];
      const file = recordFile({ kind: job.kind, plan: { ...job, target }, client: { name: client ?? made } });
      return { ...job, target, command: typedCommand('load/studies'), file, ...(client && { client }) };
    });
}

/**
 * @param {string} target @param {import('../workload/workloads.js').Job} job @param {string} [client]
 * @returns {boolean} whether it has such a request, and Artillery its sockets
 */
function isAnsweredBy(target, { request, chat }, client) {
  const { chat: ofChat, send } = readTarget(target);
  if (client && send !== 'socket') return false;
  return request === undefined || !ofChat || (chat?.requests.some(({ name }) => name === request) ?? false);
}
