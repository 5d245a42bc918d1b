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
 * @property {string} [note] how the records of the study's page were made
 * @property {string} [caution] what the study's figures do not show, also under the table of README.md
 * @property {Block[]} runs blocks in the order in which they run
 * @property {Quick} quick the values of a quick run
 * @property {boolean} [embedded] all chats use their embedded stores
 * @property {Record<string, string>} servers our targets by the study's names of servers
 * @property {string[]} pair our two chats
 * @property {Record<string, string>} absent why a server of the study is not measured here
 *
 * @typedef {object} Published the figures of a study of HTTP servers, and how ours are compared with them
 * @property {string} paper
 * @property {boolean} trimmed true: a figure is the mean of the runs without the least and the greatest
 * @property {string[]} columns names of METRICS
 * @property {string} ranked the column that ranks servers
 * @property {StudyTable[]} tables
 * @property {string[]} differences how our method differs from the study's
 * @property {string} reason how the method explains the orders of servers
 *
 * @typedef {object} Block runs of a workload; by default with its values, on the study's servers and our chats
 * @property {string} workload
 * @property {string[]} [targets]
 * @property {number[]} [users] levels (the workload's ladder)
 * @property {number} [rate]
 * @property {number} [seconds]
 * @property {number} [warmUp]
 * @property {number} [repetitions]
 * @property {'artillery'} [client]
 * @property {boolean} [embedded] the chats use their embedded stores
 * @property {Partial<Quick> | false} [quick] the block's own values; false: a quick run leaves the block out
 *
 * @typedef {{seconds: number, repetitions: number, users?: number[], warmUp?: number, targets?: string[]}} Quick
 *
 * @typedef {object} StudyTable
 * @property {string} title names the table or the page of the study
 * @property {string} workload
 * @property {string} request
 * @property {number} users
 * @property {Record<string, number[]>} study the study's figures by server, in the order of the columns
 */

export const CHAT_STUDY = 'chat-study';
/** docs/studies.md has the studies in this order. */
export const HTTP_STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];
export const STUDY_NAMES = [CHAT_STUDY, ...HTTP_STUDIES];

/** @param {string} name one of STUDY_NAMES @returns {Manifest} */
export const readManifest = (name) =>
  JSON.parse(fs.readFileSync(new URL(`../../reference/${name}.json`, import.meta.url), 'utf8'));

/** @param {string} name one of HTTP_STUDIES @returns {HttpStudy} */
export const readHttpStudy = (name) => /** @type {HttpStudy} */ (readManifest(name));

/** @param {string} name one of STUDY_NAMES @returns {string} the folder of the records behind the study's page */
export const keptRecordsOf = (name) => path.join(ROOT, 'docs/data', name === CHAT_STUDY ? 'runs' : `studies/${name}`);
