import fs from 'node:fs';

/**
 * A folder of JSON files, read once, each known by its name: targets/, workloads/.
 * @template Data
 * @param {string} noun one of them is @param {string[]} leadingNames the names that stand first in a list
 * @returns {{names: string[], read: (name?: string) => Data}} read throws an error with all names where there is no
 *   such file
 */
export function namedFiles(noun, leadingNames) {
  const folder = new URL(`../../${noun}s/`, import.meta.url);
  const fileNames = fs.readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const names = [
    ...leadingNames,
    ...fileNames.filter((name) => name !== 'schema' && !leadingNames.includes(name)).sort(),
  ];
  const files = new Map(
    names.map((name) => [name, JSON.parse(fs.readFileSync(new URL(`${name}.json`, folder), 'utf8'))]),
  );
  const read = (/** @type {string | undefined} */ name) => {
    const data = files.get(String(name));
    if (!data) throw new Error(`There is no ${noun} ${name}: ${names.join(', ')}.`);
    return data;
  };
  return { names, read };
}
