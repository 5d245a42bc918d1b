import { openSqlite } from './sqlite/openSqlite.js';
import { Sessions } from './sessions.js';
import { Users } from './users.js';

/** @import { Config } from '../config.js' */
/** @import { Log } from '../log.js' */
/** @import { Peers } from './mongo/numbering.js' */

/**
 * Opens the store: MongoDB if its address is set, otherwise SQLite in the data folder.
 * @param {Pick<Config, 'data' | 'mongodbUri'>} config
 * @param {Pick<Log, 'warn'>} log
 * @param {Record<'messages' | 'changes', Peers>} [peers] other processes on MongoDB
 */
export async function openStore({ data, mongodbUri }, log, peers) {
  const stuck = () => log.warn('the database has answered nothing for long: it is connected anew');
  const { messages, changes, check, ...rows } = mongodbUri
    ? await (await import('./mongo/openMongo.js')).openMongo(mongodbUri, stuck, peers)
    : openSqlite(data);
  const sessions = new Sessions(rows.sessions, (err) => log.warn({ err }, 'ended sessions are still stored'));
  const close = async () => {
    sessions.close();
    await rows.close();
  };
  return { messages, changes, users: new Users(rows.users), sessions, check, close };
}
