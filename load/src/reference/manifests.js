import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';

/**
 * A file of load/reference says what is measured for a study. The study of chats has its figures in two CSV files, and
 * its page is docs/results.md. A study of HTTP servers has its figures in the same file; its page is docs/studies.md.
 * @typedef {ChatStudy | HttpStudy} Manifest
 * @typedef {Measured & {kind: 'chat'}} ChatStudy
 * @typedef {Measured & Published & {kind: 'http'}} HttpStudy
 *
 * @typedef {object} Measured
 * @property {string} title
 * @property {string} [note] how the set of its page was made
 * @property {string} [caution] what its figures do not show, also under the table of README.md
 * @property {Block[]} runs one block after the other
 * @property {Quick} quick overrides
 * @property {boolean} [embedded] all on embedded stores
 * @property {Record<string, string>} servers our target by the study's name of a server
 * @property {string[]} pair our chats
 * @property {Record<string, string>} absent why a server of the study is not measured here
 *
 * @typedef {object} Published the figures of a study of HTTP servers, and how ours are compared with them
 * @property {string} paper
 * @property {boolean} trimmed the least and the greatest of several runs are left out, of the others the mean counts
 * @property {string[]} columns names of METRICS
 * @property {string} ranked the column by which servers are ranked
 * @property {StudyTable[]} tables
 * @property {string[]} differences of method
 * @property {string} reason why the orders are as they are, as far as the method bears on them
 *
 * @typedef {object} Block runs of a workload; by default with its values, on the study's servers and our chats
 * @property {string} workload
 * @property {string[]} [targets]
 * @property {number[]} [users] its ladder unless given
 * @property {number} [rate]
 * @property {number} [seconds]
 * @property {number} [warmUp]
 * @property {number} [repetitions]
 * @property {'artillery'} [client]
 * @property {boolean} [embedded] on the embedded stores
 * @property {Partial<Quick> | false} [quick] its own; false: it is left out then
 *
 * @typedef {{seconds: number, repetitions: number, users?: number[], warmUp?: number, targets?: string[]}} Quick
 *
 * @typedef {object} StudyTable
 * @property {string} title with the table, or the page, of the study
 * @property {string} workload
 * @property {string} request
 * @property {number} users
 * @property {Record<string, number[]>} study its figures, by server, in the order of the columns
 */

export const CHAT_STUDY = 'chat-study';
/** In the order of docs/studies.md. */
export const HTTP_STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];
export const STUDY_NAMES = [CHAT_STUDY, ...HTTP_STUDIES];

/** @param {string} name of STUDY_NAMES @returns {Manifest} */
export const readManifest = (name) =>
  JSON.parse(fs.readFileSync(new URL(`../../reference/${name}.json`, import.meta.url), 'utf8'));

/** @param {string} name of HTTP_STUDIES @returns {HttpStudy} */
export const readHttpStudy = (name) => /** @type {HttpStudy} */ (readManifest(name));

/** @param {string} name of STUDY_NAMES @returns {string} the folder of the records that its page is written from */
export const keptRecordsOf = (name) => path.join(ROOT, 'docs/data', name === CHAT_STUDY ? 'runs' : `studies/${name}`);
