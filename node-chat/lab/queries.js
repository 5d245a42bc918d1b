import { DatabaseSync } from 'node:sqlite';

/** @import { MongoClient } from 'mongodb' */
/** @import { Task } from './calls.js' */

const ROWS = 100;
const QUERY = `with recursive rows (n) as (select 1 union all select n + 1 from rows where n < ${ROWS})
  select n from rows where look(n)`;

/**
 * Searches rows by a slow condition that no index helps. SQLite runs in the calling thread, and blocks it.
 * @param {Task} task
 */
export function askSqlite({ ms }) {
  const db = new DatabaseSync(':memory:');
  const start = performance.now();
  db.function('look', (n) => {
    const until = start + (ms * Number(n)) / ROWS;
    while (performance.now() < until);
    return 0;
  });
  db.prepare(QUERY).all();
  db.close();
  return { by: 'SQLite' };
}

const COLLECTION = 'lab';
const CAPPED = { capped: true, size: 4096, max: 1 };
const NAMESPACE_EXISTS = 48;

/** @type {Promise<MongoClient> | null} */
let connecting = null;

/** @param {string} uri */
async function connect(uri) {
  // Imported on demand, because each thread needs 0.2 s of a core and 20 MB for it.
  const { default: mongoose } = await import('mongoose');
  const { MongoClient, MongoServerError } = mongoose.mongo;
  const client = await new MongoClient(uri).connect();
  const made = client.db().createCollection(COLLECTION, CAPPED);
  await made.catch((error) => {
    if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  });
  await client.db().collection(COLLECTION).insertOne({});
  return client;
}

/**
 * Waits at the end of a capped collection for a document that never comes. Neither side needs a processor.
 * @param {Task} task
 */
export async function askMongo({ ms, mongodbUri }) {
  connecting ??= connect(mongodbUri);
  const client = await connecting.catch((error) => {
    connecting = null;
    throw error;
  });
  const end = performance.now() + ms;
  // The server may end the wait early.
  for (let left = ms; left > 0; left = Math.ceil(end - performance.now())) {
    const options = { tailable: true, awaitData: true, maxAwaitTimeMS: left };
    const cursor = client.db().collection(COLLECTION).find({}, options);
    while ((await cursor.tryNext()) !== null);
    await cursor.close();
  }
  return { by: 'MongoDB' };
}

export async function closeMongo() {
  await connecting?.then((client) => client.close()).catch(() => {});
}
