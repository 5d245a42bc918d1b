import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotWritten } from '../../NotWritten.js';

// A block of a disk: one that is full has room left in the last block of a file.
const BLOCK = Buffer.alloc(4096);
// However often health is asked for, the disk is written to no oftener.
const EVERY_MS = 1000;

/**
 * Tells by trying whether a folder takes another block: permissions say nothing of a full disk, and to root nothing
 * at all.
 * @param {string} folder
 * @returns {() => Promise<void>} rejects with NotWritten where it does not, as it was a second ago at most
 */
export function createWriteProbe(folder) {
  const file = join(folder, 'probe');
  let at = -Infinity;
  /** @type {Promise<void>} */
  let newest = Promise.resolve();
  return () => {
    if (performance.now() - at > EVERY_MS) {
      at = performance.now();
      newest = probe(file);
    }
    return newest;
  };
}

/** @param {string} file */
async function probe(file) {
  try {
    // Made anew each time: one that is there already has its block.
    await writeFile(file, BLOCK);
  } catch (cause) {
    throw new NotWritten('the folder takes no block', { cause });
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
