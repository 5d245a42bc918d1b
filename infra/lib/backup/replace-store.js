import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { awaitHealthy } from '../healthy.js';
import { chatParts } from '../parts/index.js';
import { control } from '../supervisor.js';

/** @typedef {import('../instance.js').Instance} Instance */

/**
 * Gives a stopped chat another store and starts it; where that fails, it gets back what it had.
 * @param {Instance} it
 * @param {import('./stores.js').Store} store
 * @param {string} folder its new contents
 * @returns {Promise<string | null>} what went wrong and what holds now
 */
export async function replaceStore(it, store, folder) {
  const before = mkdtempSync(join(it.dir, 'backups/before-'));
  const names = chatParts(it, store.chat).map((part) => part.name);
  await control(it, 'stop', ...names);
  const failed = await attempt(() => store.save(before));
  if (failed !== null) {
    rmSync(before, { recursive: true });
    const down = await start(it, store);
    return `${store.chat}: what ${store.name} holds cannot be saved, so it was not replaced (${failed}). ${down ?? 'It goes on as before.'}`;
  }
  const why = (await attempt(() => store.load(folder))) ?? (await start(it, store));
  if (why === null) {
    rmSync(before, { recursive: true });
    return null;
  }
  await control(it, 'stop', ...names);
  const lost = (await attempt(() => store.load(before))) ?? (await start(it, store));
  if (lost !== null) {
    return `${store.chat}: ${store.name} was not replaced: ${why}. What it held before is in ${before}, and could not be put back: ${lost}`;
  }
  rmSync(before, { recursive: true });
  return `${store.chat}: ${store.name} was not replaced: ${why}. It holds again what it held before.`;
}

/** @param {Instance} it @param {import('./stores.js').Store} store */
async function start(it, store) {
  for (const part of chatParts(it, store.chat)) {
    await control(it, 'start', part.name);
    const why = await awaitHealthy(it, part);
    if (why !== null) return `${part.name} did not become healthy: ${why}`;
  }
  return null;
}

/** @param {() => void | Promise<void>} work @returns {Promise<string | null>} why it failed */
async function attempt(work) {
  try {
    await work();
    return null;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
