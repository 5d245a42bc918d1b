import fs from 'node:fs';

/**
 * A folder of JSON files, each known by its name: targets/, workloads/.
 * @template Data
 * @param {string} what one of them is @param {string[]} first the names that stand first in a list
 * @returns {{names: string[], read: (name?: string) => Data}} read throws an error with all names where there is no
 *   such file
 */
export function namedFiles(what, first) {
  const folder = new URL(`../${what}s/`, import.meta.url);
  const found = fs.readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const others = found.filter((name) => name !== 'schema' && !first.includes(name)).sort();
  const names = [...first, ...others];
  const read = (/** @type {string | undefined} */ name) => {
    if (!names.includes(String(name))) throw new Error(`There is no ${what} ${name}: ${names.join(', ')}.`);
    return JSON.parse(fs.readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  };
  return { names, read };
}
