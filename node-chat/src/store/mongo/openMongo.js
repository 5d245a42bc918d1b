import mongoose from 'mongoose';
import { attempt } from './attempt.js';
import { takeLease } from './lease.js';
import { messages } from './messages.js';
import { models } from './models.js';
import { sessions } from './sessions.js';
import { users } from './users.js';

const CHECK_MS = 1500;

/** @type {mongoose.ConnectOptions} */
const OPTIONS = {
  // Fail soon where nothing listens, and look again by itself: then recovery needs no restart.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 2000,
  // Connections to a server that froze are given up; somebody who waits is answered sooner, by attempt().
  socketTimeoutMS: 150_000,
  maxPoolSize: 20,
  // An acknowledgement means stored: on a majority of the replica set, in the journal.
  writeConcern: { w: 'majority', journal: true },
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
};

/**
 * A MongoDB server, or one that speaks its protocol.
 * @param {string} uri
 * @returns {Promise<import('../backend.js').Backend>}
 * @throws {Error} where it cannot be reached
 */
export async function openMongo(uri) {
  const connection = await connect(uri);
  const { Message, User, Session, Lease } = models(connection);
  await Message.createIndexes();
  return {
    messages: messages(Message),
    users: await users(User),
    sessions: sessions(Session),
    check: async () =>
      void (await attempt(
        CHECK_MS,
        () => connection.db?.command({ ping: 1 }) ?? Promise.reject(new Error('not connected')),
      )),
    own: (lost) => takeLease(Lease, lost),
    close: () => connection.close(true),
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
