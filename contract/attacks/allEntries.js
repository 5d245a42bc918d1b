import { readdirSync } from 'node:fs';

/** @typedef {import('./entry.js').Entry} Entry */

/** Every entry of contract/attacks/entries, by topic. @returns {Promise<Entry[]>} */
export async function allEntries() {
  const folder = new URL('./entries/', import.meta.url);
  const topics = await Promise.all(
    readdirSync(folder)
      .sort()
      .map(async (file) => {
        const { list } = await import(new URL(file, folder).href);
        return list.map((/** @type {Entry} */ entry) => ({ ...entry, topic: file.replace(/\.js$/, '') }));
      }),
  );
  return topics.flat();
}
