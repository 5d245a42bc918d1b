import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../labs/', import.meta.url));

/**
 * @typedef {import('./lab.js').Lab & {id: string, number: string}} NumberedLab id: the name of its folder, as 01b-login-storm; number: 1b
 */

/** @param {string} [folder] with a folder for each lab @returns {Promise<NumberedLab[]>} all labs, in the order of the course */
export function readCourse(folder = FOLDER) {
  const ids = fs.readdirSync(folder).filter((name) => /^\d\d[a-z]?-/.test(name));
  return Promise.all(ids.sort().map((id) => readLab(id, folder)));
}

/** @param {string} id @param {string} folder @returns {Promise<NumberedLab>} */
async function readLab(id, folder) {
  const { default: lab } = await import(pathToFileURL(path.join(folder, id, 'lab.js')).href);
  return { ...lab, id, number: numberOf(id) };
}

/** @param {string} id @returns {string} 01b-login-storm: 1b */
const numberOf = (id) => id.split('-', 1)[0].replace(/^0/, '');

/** @param {Pick<NumberedLab, 'number'>} lab @returns {string} what somebody types to run it */
export const commandOf = ({ number }) => `course/lab ${number}`;
