import { readdirSync } from 'node:fs';

/** Every check of contract/checks, by topic, in the order of the files. @returns {Promise<import('./check.js').Check[]>} */
export async function allChecks() {
  const folder = new URL('../checks/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const topics = await Promise.all(
    files.sort().map(async (file) => {
      const { checks } = await import(new URL(file, folder).href);
      return checks.map((/** @type {import('./check.js').Check} */ check) => ({ ...check, topic: file.slice(0, -3) }));
    }),
  );
  const all = topics.flat();
  const names = new Set(all.map(({ name }) => name));
  if (names.size !== all.length) throw new Error('two checks have the same name');
  return all;
}
