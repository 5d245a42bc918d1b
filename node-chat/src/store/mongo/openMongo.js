import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { oneProcess } from '../../oneProcess.js';
import { within } from '../../within.js';
import { CALL_TIMEOUT_MS, createAttempt, SCAN_TIMEOUT_MS } from './attempt.js';
import { openChanges } from './changes.js';
import { createDocuments } from './documents.js';
import { openMessages } from './messages.js';
import { models } from './models.js';
import { RecentMessages } from './recentMessages.js';
import { openSessions } from './sessions.js';
import { openUsers } from './users.js';

/** @import { Database, Peers } from '../database.js' */

// So many messages in memory serve clients that were away for a moment.
const RECENT_KEPT = 2000;
const CHECK_MS = 1000;
// Closing may take longer than a call, since it waits for a place in a full pool too. The driver's last calls may hang
// for ever.
const CLOSED_WITHIN_MS = CALL_TIMEOUT_MS + 1000;
// The check writes more than any message takes: a nearly full database may have room for short ones.
const PROBE = 'x'.repeat(16_384);

/** @type {mongoose.ConnectOptions} */
const OPTIONS = {
  // Fail soon if no server listens. The driver looks again by itself, so recovery needs no restart.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 2000,
  // The driver gives up connections to a frozen server; attempt() answers waiting clients earlier.
  socketTimeoutMS: 150_000,
  maxPoolSize: 20,
  // A call waits as long as its client does. Without this the driver's own calls at its end would wait for ever.
  waitQueueTimeoutMS: CALL_TIMEOUT_MS,
  // A retried write would report itself as a duplicate.
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
 * @param {() => void} [onStuck] called when no call was answered for long, and the connection is made anew
 * @param {Record<'messages' | 'changes', Peers>} [peers] other processes on this database; by default there are none
 * @returns {Promise<Database>}
 * @throws {Error} if it cannot be reached
 */
export async function openMongo(uri, onStuck = () => {}, peers = oneProcess.peers) {
  const connection = await connect(uri);
  let reopening = Promise.resolve();
  // A bug of mongodb 7.8: a server check on a destroyed socket waits for a 'drain' that never comes. After that the
  // driver stops looking for its server.
  const attempt = createAttempt(() => {
    onStuck();
    reopening = reopen(connection, uri);
  });
  const close = async () => {
    await reopening;
    await within(CLOSED_WITHIN_MS, connection.close(true));
  };
  const { Message, User, Session, Probe } = models(connection);
  try {
    for (const model of [Message, User]) await model.createIndexes();
    const documents = createDocuments(Message, attempt);
    const [newest, lastChanged] = await Promise.all([
      documents.read({}, { id: -1 }, { limit: RECENT_KEPT, ms: SCAN_TIMEOUT_MS }),
      documents.read({ rev: { $gte: 1 } }, { rev: -1 }, { limit: 1, ms: SCAN_TIMEOUT_MS }),
    ]);
    const recent = new RecentMessages(RECENT_KEPT, newest);
    return {
      messages: openMessages(documents, recent, peers.messages),
      changes: openChanges(documents, recent, lastChanged[0]?.rev ?? 0, peers.changes),
      users: openUsers(User, attempt),
      sessions: openSessions(Session, attempt),
      // A write, because a full or read-only database answers reads.
      async checkWritable() {
        const probe = /** @type {any} */ ({ _id: randomUUID(), bytes: PROBE });
        await attempt((deadline) => Probe.collection.insertOne(probe, deadline), CHECK_MS);
        await attempt((deadline) => Probe.collection.deleteMany({}, deadline), CHECK_MS);
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
    // The address may contain a password, which is left out.
    throw new Error(`no MongoDB server at ${uri.replace(/\/\/[^@/]*@/, '//')} (MONGODB_URI): ${message}`, { cause });
  }
}

/** @param {mongoose.Connection} connection @param {string} uri */
async function reopen(connection, uri) {
  // After a forced close mongoose would refuse every call.
  await within(CLOSED_WITHIN_MS, connection.close());
  await connection.openUri(uri, OPTIONS).catch(() => {}); // a failure is tried again later
}
