import { access, constants, mkdir } from 'node:fs/promises';
import { messages } from './messages.js';
import { sessions } from './sessions.js';
import { users } from './users.js';
import { openCollection } from './collection.js';

/**
 * The embedded store: one file of appended JSON lines for each kind, all of it in memory too.
 * @param {string} folder made if it is not there
 * @param {(file: string, lines: number) => void} damaged told of a file with lines that were no documents
 * @returns {Promise<import('../store.js').Backend>}
 */
export async function openNedb(folder, damaged) {
  await mkdir(folder, { recursive: true });
  const open = (/** @type {string} */ name) => openCollection(`${folder}/${name}.db`, damaged);
  const [messageFile, userFile, sessionFile] = await Promise.all([open('messages'), open('users'), open('sessions')]);
  return {
    messages: await messages(messageFile),
    users: await users(userFile),
    sessions: await sessions(sessionFile),
    check: () => access(folder, constants.W_OK),
    close: async () => sessionFile.db.stopAutocompaction(),
  };
}
