import fs from 'node:fs';

const FOLDER = new URL('course/', import.meta.url);

/**
 * @typedef {import('./lab.js').Lab & {id: string, number: string}} NumberedLab id: the name of its folder, as 01b-login-storm; number: 1b
 */

/** @returns {Promise<NumberedLab[]>} all labs, in the order of the course */
export function readCourse() {
  const ids = fs.readdirSync(FOLDER).filter((name) => /^\d\d[a-z]?-/.test(name));
  return Promise.all(ids.sort().map(readLab));
}

/** @param {string} id @returns {Promise<NumberedLab>} */
async function readLab(id) {
  const { default: lab } = await import(new URL(`${id}/lab.js`, FOLDER).href);
  return { ...lab, id, number: numberOf(id) };
}

/** @param {string} id @returns {string} 01b-login-storm: 1b */
const numberOf = (id) => id.split('-', 1)[0].replace(/^0/, '');

/** @param {Pick<NumberedLab, 'number'>} lab @returns {string} what somebody types to run it */
export const commandOf = ({ number }) => `load/lab ${number}`;
