import { readdirSync } from 'node:fs';

/** @typedef {import('../proxy/mutant.js').Mutant & {topic: string, kills: import('./check.js').Check[]}} NamedMutant */

/**
 * Every mutant of contract/broken, with the checks it names.
 * @param {import('./check.js').Check[]} checks @returns {Promise<NamedMutant[]>} rejects where a mutant names no check or several
 */
export async function allMutants(checks) {
  const folder = new URL('../broken/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js') && file !== 'break.js');
  const topics = await Promise.all(
    files.sort().map(async (file) => {
      const { mutants } = await import(new URL(file, folder).href);
      return mutants.map((/** @type {import('../proxy/mutant.js').Mutant} */ mutant) => ({
        ...mutant,
        topic: file.slice(0, -3),
        kills: mutant.breaks.map((words) => theCheck(checks, words, mutant.name)),
      }));
    }),
  );
  return topics.flat();
}

/** @param {import('./check.js').Check[]} checks @param {string} words @param {string} mutant */
function theCheck(checks, words, mutant) {
  const found = checks.filter(({ name }) => name.includes(words));
  const starting = found.filter(({ name }) => name.startsWith(words));
  const [check, ...others] = found.length > 1 ? starting : found;
  if (!check || others.length) {
    throw new Error(`the mutant "${mutant}" names "${words}", which fits ${found.length} checks instead of one`);
  }
  return check;
}
