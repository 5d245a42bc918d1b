import { MessageChanges } from './messageChanges.js';
import { Messages } from './messages.js';
import { openNedb } from './nedb/openNedb.js';
import { Sessions } from './sessions.js';
import { Users } from './users.js';

// What memory holds of each kind, whatever the database: reading the newest pages and logging in ask it for nothing.
const MESSAGES_KEPT = 10_000;
const CHANGES_KEPT = 10_000;
// More than one process can hold sockets for: nobody who is online is looked up in the database.
const USERS_KEPT = 25_000;

/**
 * Opens the store: MongoDB where its address is set, else files in the data folder.
 * @param {Pick<import('../config.js').Config, 'data' | 'mongodbUri'>} config
 * @param {Pick<import('../log.js').Log, 'warn'>} log
 * @param {() => void} [lost] for who stores messages: told when another process has begun to; without it none are stored (users and
 *   sessions may be made beside the one that does)
 */
export async function createStore({ data, mongodbUri }, log, lost) {
  const damaged = (/** @type {string} */ file, /** @type {number} */ lines) =>
    log.warn({ file, lines, kept: `${file}.damaged` }, 'damaged lines of the store were dropped');
  const noLock = () => log.warn({ folder: data }, 'no flock(1) here: nothing keeps a second process from this folder');
  const stuck = () => log.warn('the MongoDB driver had ceased to look for its server: it is connected anew');
  const backend = mongodbUri
    ? await (await import('./mongo/openMongo.js')).openMongo(mongodbUri, stuck)
    : await openNedb(data, { damaged, noLock });
  const notPruned = (/** @type {unknown} */ err) => log.warn({ err }, 'ended sessions are still stored');
  const lease = lost && backend.own ? await owned(backend, lost) : null;
  const stored = lease ? guarded(backend.messages, lease) : backend.messages;
  const messages = new Messages(stored, MESSAGES_KEPT);
  const changes = new MessageChanges(stored, messages, CHANGES_KEPT);
  const users = new Users(backend.users, USERS_KEPT);
  const sessions = new Sessions(backend.sessions, USERS_KEPT);
  await Promise.all([messages.load(), changes.load(), users.load(), sessions.load(notPruned)]);
  const close = async () => {
    sessions.close();
    await lease?.release();
    await backend.close();
  };
  const check = async () => {
    await backend.check();
    lease?.checkWriting();
    messages.checkWriting();
  };
  return { messages, changes, users, sessions, check, close };
}

/** @param {import('./backend.js').Backend} backend @param {() => void} lost */
async function owned(backend, lost) {
  try {
    return await backend.own?.(lost);
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/**
 * @param {import('./backend.js').BackendMessages} messages
 * @param {import('./backend.js').Lease} lease
 * @returns {import('./backend.js').BackendMessages} which writes nothing while it is not certain that this process may
 */
const guarded = (messages, lease) => ({
  ...messages,
  insert: async (batch) => {
    lease.check();
    await messages.insert(batch);
  },
  change: async (steps) => {
    lease.check();
    await messages.change(steps);
  },
});

/** @typedef {Awaited<ReturnType<typeof createStore>>} Store */
