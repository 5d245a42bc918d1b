import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../machine/paths.js';

/**
 * What is measured for a page of docs, as load/reference/NAME.json holds it.
 * @typedef {object} Manifest
 * @property {string} title
 * @property {Block[]} runs what is measured, one block after the other
 * @property {Quick} quick overrides
 * @property {boolean} [embedded] all on embedded stores
 * @property {Record<string, string>} servers our target by the study's name of a server
 * @property {string[]} pair our chats
 * @property {Record<string, string>} absent why a server of the study is not measured here
 *
 * @typedef {object} OfStudy what the manifest of another study has too
 * @property {string} paper
 * @property {boolean} trimmed the least and the greatest of several runs are left out, of the others the mean counts
 * @property {string[]} columns names of METRICS
 * @property {string} ranked the column by which servers are ranked
 * @property {StudyTable[]} tables
 * @property {string[]} differences of method
 * @property {string} reason why an order repeats here or does not
 * @typedef {Manifest & OfStudy} Study
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

/** Those whose tables stand in docs/studies.md; the chat study's own, `tables`, in docs/results.md. @type {string[]} */
export const STUDIES = ['spring-express', 'express-flask', 'five-frameworks', 'sessions'];

/** @param {string} name @returns {Manifest | Study} */
export const readManifest = (name) =>
  JSON.parse(fs.readFileSync(new URL(`../../reference/${name}.json`, import.meta.url), 'utf8'));

/** @param {string} name of STUDIES @returns {Study} */
export const readStudy = (name) => /** @type {Study} */ (readManifest(name));

/** @param {string} name @returns {string} the folder of the records that its page is written from */
export const keptIn = (name) => path.join(ROOT, 'docs/data', name === 'tables' ? 'runs' : `studies/${name}`);
