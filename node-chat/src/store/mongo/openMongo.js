import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { createAttempt, PROMPT_MS } from './attempt.js';
import { openChanges } from './changes.js';
import { createRead, openMessages, RECENT_KEPT } from './messages.js';
import { models } from './models.js';
import { RecentMessages } from './recentMessages.js';
import { openSessions } from './sessions.js';
import { openUsers } from './users.js';

const CHECK_MS = 1000;
// Longer than a call waits for its place in a full pool, which a connection that is closed waits for too.
const CLOSED_WITHIN_MS = PROMPT_MS + 1000;
// Longer than any message, for which there may be no room.
const PROBE = 'x'.repeat(16_384);

/** @type {mongoose.ConnectOptions} */
const OPTIONS = {
  // Fail soon where nothing listens, and look again by itself: then recovery needs no restart.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 2000,
  // Connections to a server that froze are given up; somebody who waits is answered sooner, by attempt().
  socketTimeoutMS: 150_000,
  maxPoolSize: 20,
  // As long as somebody waits for an answer: what the driver asks by itself, as it is closed, would wait for ever.
  waitQueueTimeoutMS: PROMPT_MS,
  // A write that is tried twice would be found as its own duplicate.
  retryWrites: false,
  // An acknowledgement means stored: on a majority of the replica set, in the journal.
  writeConcern: { w: 'majority', journal: true },
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
};

/**
 * A MongoDB server, or one that speaks its protocol.
 * @param {string} uri
 * @param {() => void} [stuck] told when nothing was answered for long, and the connection is made anew
 * @param {Record<'messages' | 'changes', import('./numbering.js').Peers>} [peers] other processes on this database
 * @throws {Error} where it cannot be reached
 */
export async function openMongo(uri, stuck = () => {}, peers) {
  const connection = await connect(uri);
  let reopening = Promise.resolve();
  // In mongodb 7.8 a check of the server that is sent on a destroyed socket waits for a 'drain' that never comes, and
  // the driver does not look for its server any more.
  const attempt = createAttempt(() => {
    stuck();
    reopening = reopen(connection, uri);
  });
  const close = async () => {
    await reopening;
    await within(connection.close(true));
  };
  const { Message, User, Session, Probe } = models(connection);
  try {
    await Message.createIndexes();
    const read = createRead(Message, attempt);
    const recent = new RecentMessages(RECENT_KEPT);
    const [messages, changes, users] = await Promise.all([
      openMessages(Message, attempt, read, recent, peers?.messages),
      openChanges(Message, attempt, read, recent, peers?.changes),
      openUsers(User, attempt),
    ]);
    return {
      messages,
      changes,
      users,
      sessions: openSessions(Session, attempt),
      // A full or read-only database answers, and stores nothing.
      async check() {
        const probe = /** @type {any} */ ({ _id: randomUUID(), bytes: PROBE });
        await attempt(CHECK_MS, (until) => Probe.collection.insertOne(probe, until));
        await attempt(CHECK_MS, (until) => Probe.collection.deleteMany({}, until));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
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

/** @param {mongoose.Connection} connection @param {string} uri */
async function reopen(connection, uri) {
  // Not by force: mongoose never forgets that, and refuses every call from then on.
  await within(connection.close());
  await connection.openUri(uri, OPTIONS).catch(() => {}); // or the next time
}

/** @param {Promise<void>} closing that may never end: what the driver says as it closes may hang as its check did */
function within(closing) {
  return Promise.race([closing.catch(() => {}), sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
}
