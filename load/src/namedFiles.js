import fs from 'node:fs';

/**
 * Reads all JSON files of load/targets or load/workloads at once. A file's name is the name of what it describes.
 * @template Data
 * @param {'target' | 'workload'} noun what one file describes
 * @param {string[]} leadingNames names that come first in lists; the others follow in alphabetical order
 * @returns {{names: string[], read: (name?: string) => Data}} read throws an error that lists all names if there is
 *   no such file
 */
export function namedFiles(noun, leadingNames) {
  const folder = new URL(`../${noun}s/`, import.meta.url);
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
