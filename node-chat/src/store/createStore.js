import { MessageLog } from './messageLog.js';
import { openNedb } from './nedb/openNedb.js';
import { SessionShelf } from './sessionShelf.js';
import { UserDirectory } from './userDirectory.js';

// What memory holds of each kind, whatever the database: reading the newest pages and logging in ask it for nothing.
const MESSAGES_KEPT = 10_000;
// More than one process can hold sockets for: nobody who is online is looked up in the database.
const USERS_KEPT = 25_000;

/**
 * Opens the store: MongoDB where its address is set, else files in the data folder.
 * @param {Pick<import('../config.js').Config, 'data' | 'mongodbUri'>} config
 */
export async function createStore({ data, mongodbUri }) {
  const backend = mongodbUri
    ? await (await import('./mongo/openMongo.js')).openMongo(mongodbUri)
    : await openNedb(data);
  const messages = new MessageLog(backend.messages, MESSAGES_KEPT);
  const users = new UserDirectory(backend.users, USERS_KEPT);
  const sessions = new SessionShelf(backend.sessions, USERS_KEPT);
  await Promise.all([messages.load(), users.load(), sessions.load()]);
  return { messages, users, sessions, check: () => backend.check(), close: () => backend.close() };
}

/** @typedef {Awaited<ReturnType<typeof createStore>>} Store */
