import { contract } from '../contract.js';
import { fillMemory } from './fillMemory.js';
import { MessageChanges } from './messageChanges.js';
import { Messages } from './messages.js';
import { openSqlite } from './sqlite/openSqlite.js';
import { Sessions } from './sessions.js';
import { Tail } from './tail.js';
import { Users } from './users.js';

// Held in memory: reading the newest pages and logging in do not ask the database.
const MESSAGES_KEPT = 10_000;
const CHANGES_KEPT = 10_000;
// A page: what people see first.
const TAIL_MESSAGES = contract.limits.pageMax;
// More than one process can hold sockets for: nobody who is online is looked up in the database.
const USERS_KEPT = 25_000;

/**
 * Opens the store: MongoDB where its address is set, else SQLite in the data folder.
 * @param {Pick<import('../config.js').Config, 'data' | 'mongodbUri'>} config
 * @param {Pick<import('../log.js').Log, 'warn'>} log
 * @param {() => void} [lost] for who stores messages: told when another process has begun to; without it none are
 *   stored (users and sessions may be made beside the one that does)
 */
export async function createStore({ data, mongodbUri }, log, lost) {
  if (!mongodbUri) return embedded(data, log);
  const stuck = () => log.warn('the MongoDB driver had ceased to look for its server: it is connected anew');
  return loadStore(await (await import('./mongo/openMongo.js')).openMongo(mongodbUri, stuck), log, lost);
}

/** @param {string} data @param {Pick<import('../log.js').Log, 'warn'>} log */
async function embedded(data, log) {
  const backend = openSqlite(data);
  try {
    const users = new Users(backend.users);
    const sessions = new Sessions(backend.sessions, USERS_KEPT);
    await sessions.load(notPruned(log));
    const { messages, changes, check } = backend;
    const close = async () => {
      sessions.close();
      backend.close();
    };
    return { messages, changes, users, sessions, check, close };
  } catch (error) {
    backend.close();
    throw error;
  }
}

/**
 * @param {import('./backend.js').Backend} backend closed where the store cannot be loaded, and the lease released
 * @param {Pick<import('../log.js').Log, 'warn'>} log
 * @param {() => void} [lost]
 */
export async function loadStore(backend, log, lost) {
  /** @type {import('./backend.js').Own | undefined} */
  let own;
  try {
    own = lost && (await backend.own?.(lost));
    return await load(backend, own, log);
  } catch (error) {
    await own?.lease.release();
    await backend.close();
    throw error;
  }
}

/**
 * @param {import('./backend.js').Backend} backend
 * @param {import('./backend.js').Own | undefined} own
 * @param {Pick<import('../log.js').Log, 'warn'>} log
 */
async function load(backend, own, log) {
  const tail = own && new Tail(own.tail, () => changes.tail(TAIL_MESSAGES));
  const stored = own && tail ? guarded(backend.messages, own.lease, tail) : backend.messages;
  const messages = new Messages(stored, MESSAGES_KEPT);
  const changes = new MessageChanges(stored, messages, CHANGES_KEPT);
  const users = new Users(backend.users);
  const sessions = new Sessions(backend.sessions, USERS_KEPT);
  const found = own?.tail.found;
  await Promise.all([messages.load(found), changes.load(found), sessions.load(notPruned(log))]);
  tail?.begin();
  const filling = found && fillMemory(changes, log);
  const close = async () => {
    sessions.close();
    filling?.close();
    await tail?.close();
    await own?.lease.release();
    await backend.close();
  };
  const check = async () => {
    await backend.check();
    own?.lease.checkWriting();
    messages.checkWriting();
  };
  return { messages, changes, users, sessions, check, close };
}

/** @param {Pick<import('../log.js').Log, 'warn'>} log @returns {(err: unknown) => void} */
const notPruned = (log) => (err) => log.warn({ err }, 'ended sessions are still stored');

/**
 * @param {import('./backend.js').BackendMessages} messages
 * @param {import('./backend.js').Lease} lease
 * @param {Tail} tail
 * @returns {import('./backend.js').BackendMessages} which writes nothing while it is not certain that this process may
 */
const guarded = (messages, lease, tail) => ({
  ...messages,
  insert: (batch) =>
    tail.during(async (spentMs) => {
      lease.check();
      await messages.insert(batch, spentMs);
    }),
  change: (steps) =>
    tail.during(async (spentMs) => {
      lease.check();
      await messages.change(steps, spentMs);
    }),
});

/** @typedef {Awaited<ReturnType<typeof createStore>>} Store */
