import { MessageLog } from './messageLog.js';
import { openNedb } from './nedb/openNedb.js';
import { SessionShelf } from './sessionShelf.js';
import { UserDirectory } from './userDirectory.js';

// What memory holds of each kind, whatever the database: reading the newest pages and logging in ask it for nothing.
const KEEP = 10_000;

/**
 * Opens the store: MongoDB where its address is set, else files in the data folder.
 * @param {Pick<import('../config.js').Config, 'data' | 'mongodbUri'>} config
 */
export async function createStore({ data, mongodbUri }) {
  const backend = mongodbUri
    ? await (await import('./mongo/openMongo.js')).openMongo(mongodbUri)
    : await openNedb(data);
  const messages = new MessageLog(backend.messages, KEEP);
  const users = new UserDirectory(backend.users, KEEP);
  const sessions = new SessionShelf(backend.sessions, KEEP);
  await Promise.all([messages.load(), users.load(), sessions.load()]);
  return { messages, users, sessions, check: () => backend.check(), close: () => backend.close() };
}

/** @typedef {Awaited<ReturnType<typeof createStore>>} Store */
