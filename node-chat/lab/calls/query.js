import { ChatError } from '../../src/ChatError.js';
import { contract } from '../../src/contract.js';
import { flag, wholeNumber } from '../fields.js';
import { askMongo } from '../slowQueries/mongo.js';
import { askSqlite } from '../slowQueries/sqlite.js';

/**
 * A slow query by the chat's driver. SQLite runs in the thread that asks, which stands still. The driver of
 * MongoDB has no call that blocks.
 * @type {import('../call.js').Call}
 */
export const query = {
  read(fields, { mongodbUri }) {
    const ms = wholeNumber(fields, 'ms', 1, contract.lab.msMax);
    const blocking = flag(fields, 'blocking');
    if (mongodbUri === null) return { ms, blocking: true };
    if (blocking) throw new ChatError('lab_unavailable');
    return { ms, mongodbUri };
  },
  occupy: (task) => (task.mongodbUri ? askMongo(task) : askSqlite(task)),
  runAsync: (task) => askMongo(task),
};
