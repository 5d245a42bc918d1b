import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BSON, MongoClient } from 'mongodb';
import { checkJsonLines } from './json-lines.js';

/** Documents in one insert. */
const batch = 500;

// Which process stores, and where the store ended when it last did: nothing to put back.
export const OF_THE_PROCESS = ['leases', 'tails'];

/**
 * Writes every collection to FOLDER/NAME.jsonl, but not those of the storing process. Messages come before users, so
 * that the author of each saved message is saved too.
 * @param {string} uri
 * @param {string} folder
 */
export async function saveMongo(uri, folder) {
  await withDatabase(uri, async (database) => {
    const all = (await database.listCollections().toArray()).map(({ name }) => name);
    const names = all.filter((name) => !OF_THE_PROCESS.includes(name)).sort();
    for (const name of names) {
      const documents = database.collection(name).find();
      const lines = Readable.from(documents).map((it) => `${BSON.EJSON.stringify(it, { relaxed: false })}\n`);
      await pipeline(lines, createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 }));
    }
  });
}

/** @param {string} uri */
export const emptyMongo = (uri) => withDatabase(uri, dropCollections);

/** @param {import('mongodb').Db} database */
async function dropCollections(database) {
  for (const { name } of await database.listCollections().toArray()) await database.collection(name).drop();
}

/**
 * Puts back what saveMongo wrote; other documents of those collections go. Indexes are the chat's to make at its start.
 * @param {string} uri
 * @param {string} folder
 */
export async function loadMongo(uri, folder) {
  await withDatabase(uri, async (database) => {
    await dropCollections(database);
    for (const file of readdirSync(folder)) {
      const collection = database.collection(file.replace(/\.jsonl$/, ''));
      /** @type {import('mongodb').Document[]} */
      const gathered = [];
      for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
        gathered.push(BSON.EJSON.parse(line, { relaxed: false }));
        if (gathered.length >= batch) await collection.insertMany(gathered.splice(0));
      }
      if (gathered.length > 0) await collection.insertMany(gathered);
    }
  });
}

/** @param {string} folder of saveMongo's files @throws {Error} where a line is no document */
export const checkMongo = (folder) => checkJsonLines(folder, (line) => BSON.EJSON.parse(line, { relaxed: false }));

/** @param {string} uri @param {(database: import('mongodb').Db) => Promise<void>} work */
async function withDatabase(uri, work) {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
  try {
    await work(client.db());
  } finally {
    await client.close();
  }
}
