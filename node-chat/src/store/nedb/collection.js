import Datastore from '@seald-io/nedb';
import { open, truncate } from 'node:fs/promises';
import { ChatError } from '../../chat/ChatError.js';
import { DuplicateKey } from '../store.js';

/**
 * Opens one NeDB file. NeDB appends a line per document and resolves after write(), so what was acknowledged survives
 * kill -9 of this process.
 * @param {string} file
 */
export async function openCollection(file) {
  await cutTornLine(file);
  const db = new Datastore({ filename: file });
  await db.loadDatabaseAsync();

  /**
   * Inserts documents in one append; where it fails, neither memory nor the file keeps any of them.
   * @param {Record<string, unknown>[]} documents
   * @throws {DuplicateKey | ChatError}
   */
  async function insert(documents) {
    try {
      await db.insertAsync(documents);
    } catch (error) {
      const { errorType } = /** @type {{ errorType?: string }} */ (error);
      if (errorType === 'uniqueViolated') throw new DuplicateKey(file, { cause: error });
      throw new ChatError('store_unavailable', { cause: error });
    }
  }

  return { db, insert };
}

/**
 * A process killed in the middle of an append leaves half a line, which was never acknowledged: it goes, or the next
 * append would be joined to it.
 * @param {string} file
 */
async function cutTornLine(file) {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const chunk = Buffer.alloc(65_536);
    for (let end = size; end > 0; ) {
      const start = Math.max(0, end - chunk.length);
      const { bytesRead } = await handle.read(chunk, 0, end - start, start);
      const newline = chunk.subarray(0, bytesRead).lastIndexOf(10);
      if (newline >= 0 || start === 0) {
        const keep = newline >= 0 ? start + newline + 1 : 0;
        if (keep < size) await truncate(file, keep);
        return;
      }
      end = start;
    }
  } finally {
    await handle.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof openCollection>>} Collection */
