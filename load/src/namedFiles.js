import fs from 'node:fs';

/**
 * A folder of JSON files, each known by its name: targets/, workloads/.
 * @template Data
 * @param {string} what one of them is @param {string[]} first the names that stand first in a list
 * @returns {{names: string[], find: (name?: string) => Data | undefined, read: (name?: string) => Data}} read throws
 *   an error with all names where there is no such file
 */
export function namedFiles(what, first) {
  const folder = new URL(`../${what}s/`, import.meta.url);
  const found = fs.readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const others = found.filter((name) => name !== 'schema' && !first.includes(name)).sort();
  const names = [...first, ...others];
  const find = (/** @type {string | undefined} */ name) =>
    names.includes(String(name)) ? JSON.parse(fs.readFileSync(new URL(`${name}.json`, folder), 'utf8')) : undefined;
  const read = (/** @type {string | undefined} */ name) => {
    const data = find(name);
    if (!data) throw new Error(`There is no ${what} ${name}: ${names.join(', ')}.`);
    return data;
  };
  return { names, find, read };
}
