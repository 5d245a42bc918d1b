import { mkdir } from 'node:fs/promises';
import { messages } from './messages.js';
import { sessions } from './sessions.js';
import { users } from './users.js';
import { openCollection } from './collection.js';
import { lockFolder } from './folderLock.js';
import { createWriteProbe } from './writeProbe.js';

/**
 * The embedded store: one file of appended JSON lines for each kind, all of it in memory too.
 * @param {string} folder made if it is not there
 * @param {object} told
 * @param {(file: string, lines: number) => void} told.damaged of a file with lines that were no documents
 * @param {() => void} told.noLock of a system that cannot keep a second process from the folder
 * @returns {Promise<import('../backend.js').Backend>}
 * @throws {Error} where another process has the folder
 */
export async function openNedb(folder, { damaged, noLock }) {
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  if (lock.missing) noLock();
  try {
    return await openFiles(folder, damaged, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @param {string} folder @param {(file: string, lines: number) => void} damaged @param {() => void} release */
async function openFiles(folder, damaged, release) {
  const open = (/** @type {string} */ name) => openCollection(`${folder}/${name}.db`, damaged);
  const [messageFile, userFile, sessionFile] = await Promise.all([open('messages'), open('users'), open('sessions')]);
  return {
    messages: await messages(messageFile),
    users: await users(userFile),
    sessions: await sessions(sessionFile),
    check: createWriteProbe(folder),
    close: async () => {
      sessionFile.db.stopAutocompaction();
      await messageFile.close();
      release();
    },
  };
}
