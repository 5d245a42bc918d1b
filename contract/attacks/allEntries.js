import { readdirSync } from 'node:fs';

/** @typedef {import('./entry.js').Entry} Entry */

/**
 * Every entry of a folder beside this file, by topic.
 * @template {'entries' | 'overload'} Kind
 * @param {Kind} name @returns {Promise<(Kind extends 'entries' ? Entry : import('./overloadEntry.js').OverloadEntry)[]>}
 */
export async function allEntries(name) {
  const folder = new URL(`./${name}/`, import.meta.url);
  const topics = await Promise.all(
    readdirSync(folder)
      .sort()
      .map(async (file) => {
        const { list } = await import(new URL(file, folder).href);
        return list.map((/** @type {any} */ entry) => ({ ...entry, topic: file.replace(/\.js$/, '') }));
      }),
  );
  return topics.flat();
}
