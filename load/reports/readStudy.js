import fs from 'node:fs';

/**
 * The study's figures.
 * @param {'get-flood' | 'message-test'} name of a file in load/reference
 * @returns {Array<Record<string, string | number>>} a row a line, numbers as numbers
 */
export function readStudy(name) {
  const text = fs.readFileSync(new URL(`../reference/${name}.csv`, import.meta.url), 'utf8');
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return lines.map((cells) =>
    Object.fromEntries(cells.map((cell, column) => [head[column], Number.isNaN(Number(cell)) ? cell : Number(cell)])),
  );
}

/**
 * @param {'get-flood' | 'message-test'} name
 * @param {string | undefined} server of the study
 * @returns {Map<string | number, Record<string, string | number>>} its rows by users
 */
export const studyByUsers = (name, server) =>
  new Map(readStudy(name).flatMap((row) => (row.server === server ? [[row.users, row]] : [])));

/** @param {string} server of the study @returns {string} its curve, as charts name it */
export const studyCurve = (server) => `study: ${server === 'node' ? 'Node.js' : 'Laravel'}`;
