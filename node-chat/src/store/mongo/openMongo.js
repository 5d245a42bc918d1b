import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { attempt, PROMPT_MS } from './attempt.js';
import { takeLease } from './lease.js';
import { messages } from './messages.js';
import { models } from './models.js';
import { sessions } from './sessions.js';
import { takeTail } from './tail.js';
import { users } from './users.js';
import { watchHeartbeats } from './watchHeartbeats.js';

const CHECK_MS = 1500;
const CONNECT_MS = 2000;
const HEARTBEAT_MS = 2000;
// The driver ends a check of its server within a connection's time, or that of a server that tells of news by itself.
const HEARTBEAT_MAX_MS = 2 * (CONNECT_MS + HEARTBEAT_MS);
const AGAIN_MS = 1000;
// Longer than a call waits for its place in a full pool, which a connection that is closed waits for too.
const CLOSED_WITHIN_MS = PROMPT_MS + 1000;

/** @type {mongoose.ConnectOptions} */
const OPTIONS = {
  // Fail soon where nothing listens, and look again by itself: then recovery needs no restart.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: CONNECT_MS,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  // Connections to a server that froze are given up; somebody who waits is answered sooner, by attempt().
  socketTimeoutMS: 150_000,
  maxPoolSize: 20,
  // As long as somebody waits for an answer: what the driver asks by itself, as it is closed, would wait for ever.
  waitQueueTimeoutMS: PROMPT_MS,
  // An acknowledgement means stored: on a majority of the replica set, in the journal.
  writeConcern: { w: 'majority', journal: true },
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
};

/**
 * A MongoDB server, or one that speaks its protocol.
 * @param {string} uri
 * @param {() => void} [stuck] told when the driver has ceased to look for its server, and is replaced
 * @returns {Promise<import('../backend.js').Backend>}
 * @throws {Error} where it cannot be reached
 */
export async function openMongo(uri, stuck = () => {}) {
  const connection = await connect(uri);
  const watched = keepLooking(connection, uri, stuck);
  const { Message, User, Session, Lease, Tail } = models(connection);
  await Message.createIndexes();
  return {
    messages: messages(Message),
    users: await users(User),
    sessions: sessions(Session),
    check: async () =>
      void (await attempt(
        CHECK_MS,
        (until) => connection.db?.command({ ping: 1 }, until) ?? Promise.reject(new Error('not connected')),
      )),
    own: async (lost) => {
      const lease = await takeLease(Lease, lost);
      try {
        return { lease, tail: await takeTail(Tail, lease) };
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
    close: () => watched.close(),
  };
}

/** @param {string} uri */
async function connect(uri) {
  try {
    return await mongoose.createConnection(uri, OPTIONS).asPromise();
  } catch (cause) {
    const { message } = /** @type {Error} */ (cause);
    // The address may hold a password.
    throw new Error(`no MongoDB server at ${uri.replace(/\/\/[^@/]*@/, '//')} (MONGODB_URI): ${message}`, { cause });
  }
}

/**
 * Has the connection made anew, with all that stands on it, whenever the driver has ceased to look for its server.
 * @param {mongoose.Connection} connection @param {string} uri @param {() => void} stuck
 */
function keepLooking(connection, uri, stuck) {
  let isClosed = false;
  /** @type {Promise<void>} */
  let remaking = Promise.resolve();

  const watch = () =>
    watchHeartbeats(connection.getClient(), HEARTBEAT_MAX_MS, () => {
      stuck();
      remaking = remake();
    });

  async function remake() {
    // Not by force: mongoose never forgets that, and refuses every call from then on. What the driver says as it
    // closes may hang as its check did.
    await closed(connection.close().catch(() => {}));
    while (!isClosed) {
      try {
        await connection.openUri(uri, OPTIONS);
        return watch();
      } catch {
        await sleep(AGAIN_MS);
      }
    }
  }

  watch();
  return {
    async close() {
      isClosed = true;
      await remaking;
      await closed(connection.close(true));
    },
  };
}

/** @param {Promise<void>} closing that may never end */
function closed(closing) {
  return Promise.race([closing, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
}
