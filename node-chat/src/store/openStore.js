import { openSqlite } from './sqlite/openSqlite.js';
import { Sessions } from './sessions.js';
import { createUsers } from './users.js';

/** @import { Store } from '../chat/stores.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../log.js' */
/** @import { Database, Peers } from './database.js' */

/**
 * Opens the database: MongoDB if its address is set, otherwise SQLite in the data folder.
 * @param {Pick<Config, 'data' | 'mongodbUri'>} config
 * @param {Pick<Log, 'warn'>} log
 * @param {Record<'messages' | 'changes', Peers>} [peers] other processes on MongoDB
 * @returns {Promise<Database>}
 */
export async function openDatabase({ data, mongodbUri }, log, peers) {
  const warnStuck = () => log.warn('the database has answered nothing for long: it is connected anew');
  if (mongodbUri) return (await import('./mongo/openMongo.js')).openMongo(mongodbUri, warnStuck, peers);
  return openSqlite(data);
}

/**
 * Opens the database as the chat's store: users with ids and keys of their names, and sessions that stay in memory.
 * @param {Pick<Config, 'data' | 'mongodbUri'>} config
 * @param {Pick<Log, 'warn'>} log
 * @param {Record<'messages' | 'changes', Peers>} peers
 * @returns {Promise<Store>}
 */
export async function openStore(config, log, peers) {
  const database = await openDatabase(config, log, peers);
  const users = createUsers(database.users);
  const sessions = new Sessions(database.sessions, (err) => log.warn({ err }, 'ended sessions are still stored'));
  const close = async () => {
    sessions.close();
    await database.close();
  };
  return { ...database, users, sessions, close };
}
