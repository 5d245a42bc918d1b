import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from '../../load/src/paths.js';

/** @import { Lab } from './lab.js' */

const LABS = fileURLToPath(new URL('../labs/', import.meta.url));
export const PAGES = path.join(ROOT, 'docs/labs');

/**
 * The parts of a page of docs/labs.
 * @typedef {object} Page
 * @property {string} title @property {string} question
 * @property {string[]} choices @property {number} right index of the right choice
 * @property {string[]} because reasons for the right choice
 *
 * @typedef {Lab & Page & {id: string, number: string}} NumberedLab id: name of its folder, such as 01b-login-storm;
 *   number: such as 1b
 */

/** @param {string} [folder] has other labs and their pages @returns {Promise<NumberedLab[]>} labs by number */
export function readCourse(folder = LABS) {
  const ids = fs.readdirSync(folder).filter((name) => /^\d\d[a-z]?-[^.]+$/.test(name));
  return Promise.all(
    ids.sort().map(async (id) => {
      const { default: lab } = await import(pathToFileURL(path.join(folder, id, 'lab.js')).href);
      const text = fs.readFileSync(path.join(folder === LABS ? PAGES : folder, `${id}.md`), 'utf8');
      return { ...lab, ...readPage(text), id, number: id.split('-', 1)[0].replace(/^0/, '') };
    }),
  );
}

/** @param {string} text Markdown @returns {Page} @throws {Error} that names the parts a page needs */
export function readPage(text) {
  const [, title] = text.match(/^# Lab \w+: (.+)$/m) ?? [];
  const [, question] = text.match(/^\*\*(.+)\*\*$/m) ?? [];
  const choices = [...text.matchAll(/^- [A-C]: (.+)$/gm)].map(([, choice]) => choice);
  // This heading begins the answer's slide.
  const [, letter = '', reasons = ''] = text.match(/^## ([A-C]): .+\n+((?:- .+\n)+)/m) ?? [];
  const right = 'ABC'.indexOf(letter);
  if (!title || !question || choices.length !== 3 || letter === '' || right < 0)
    throw new Error(
      'A page of a lab has "# Lab N: title", "**question**", "- A: ..." to C, and "## B: ..." with reasons.',
    );
  const because = reasons
    .trim()
    .split('\n')
    .map((line) => line.slice(2));
  return { title, question, choices, right, because };
}

/** @param {Pick<NumberedLab, 'number'>} lab @returns {string} the command that runs it */
export const labCommand = ({ number }) => `course/lab ${number}`;
