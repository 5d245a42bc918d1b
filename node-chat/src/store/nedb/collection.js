import Datastore from '@seald-io/nedb';
import { stat, truncate } from 'node:fs/promises';
import { ChatError } from '../../ChatError.js';
import { DuplicateKey } from '../backendErrors.js';
import { setDamagedLinesAside } from './damagedLines.js';
import { createErasure } from './erasure.js';
import { cutTornLine } from './tornLine.js';

/**
 * Opens one NeDB file. NeDB appends a line per document and resolves after write(), so what was acknowledged survives
 * kill -9 of this process.
 * @param {string} file
 * @param {(file: string, lines: number) => void} [damaged] told how many lines were no documents and were set aside
 */
export async function openCollection(file, damaged = () => {}) {
  await cutTornLine(file);
  const lines = await setDamagedLinesAside(file);
  if (lines > 0) damaged(file, lines);
  // Its type declarations hide that the module itself is the class.
  const db = new /** @type {any} */ (Datastore)({
    filename: file,
    corruptAlertThreshold: 1, // what is damaged was looked at above
    afterSerialization: escapeLineEnds,
    beforeDeserialization: (/** @type {string} */ line) => line, // JSON undoes the escapes; NeDB wants both or none
  });
  await db.loadDatabaseAsync().catch((/** @type {Error} */ error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });

  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {number | null} the length to cut the file to, where a failed append may have left half of itself */
  let damagedAt = null;

  /**
   * Appends one at a time, and takes half an append back: a full disk fails in the middle of a line, and the next line
   * would be joined to it.
   * @template T
   * @param {() => Promise<T>} append
   * @returns {Promise<T>}
   * @throws {DuplicateKey | ChatError} store_unavailable
   */
  function write(append) {
    const turn = last.then(async () => {
      await repair();
      const { size } = await stat(file);
      try {
        return await append();
      } catch (error) {
        if (/** @type {{ errorType?: string }} */ (error).errorType === 'uniqueViolated') throw new DuplicateKey(file);
        damagedAt = size;
        await repair().catch(() => {}); // or else before the next append
        throw error;
      }
    });
    last = turn.catch(() => {});
    return turn.catch((cause) => {
      throw cause instanceof DuplicateKey ? cause : new ChatError('store_unavailable', { cause });
    });
  }

  async function repair() {
    if (damagedAt === null) return;
    await truncate(file, damagedAt);
    damagedAt = null;
  }

  const erasure = createErasure(file, () => write(async () => (await stat(file)).size));

  return {
    db,
    /** All of them or none. @param {Document[]} documents */
    insert: (documents) =>
      write(async () => {
        try {
          await db.insertAsync(documents);
        } catch (error) {
          await forget(documents, error);
          throw error;
        }
      }),
    /**
     * @param {Document} from what is stored now; its text is soon in no file any more
     * @param {Document} to what is stored in its place
     */
    replace: async (from, to) => {
      await write(async () => {
        try {
          await db.updateAsync({ _id: from._id }, to, {});
        } catch (error) {
          // As with an insert, memory has it where writing it failed.
          await db.updateAsync({ _id: from._id }, from, {}).catch(() => {});
          throw error;
        }
      });
      erasure.changed(from._id);
    },
    /** @param {string} id @param {Record<string, unknown>} fields */
    update: (id, fields) => write(() => db.updateAsync({ _id: id }, { $set: fields }, {})),
    /** @param {Record<string, unknown>} query */
    remove: (query) => write(() => db.removeAsync(query, { multi: true })),
    close: erasure.close,
  };

  /**
   * NeDB puts documents into memory before it writes them, and leaves them there where that fails.
   * @param {Document[]} documents
   * @param {unknown} error
   */
  async function forget(documents, error) {
    if (/** @type {{ errorType?: string }} */ (error).errorType === 'uniqueViolated') return; // it did undo this one
    const ids = documents.map(({ _id }) => _id);
    await db.removeAsync({ _id: { $in: ids } }, { multi: true }).catch(() => {}); // this fails as well, but after memory
  }
}

/**
 * NeDB ends lines at these when it reads a file: a message that holds one would be dropped at the next start.
 * @param {string} line
 */
function escapeLineEnds(line) {
  return line.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @typedef {{ _id: string } & Record<string, unknown>} Document */
/** @typedef {Awaited<ReturnType<typeof openCollection>>} Collection */
