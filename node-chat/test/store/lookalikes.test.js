import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import mongoose from 'mongoose';
import { test } from 'node:test';
import { userIdOf } from '../../src/store/users.js';
import { hash } from '@node-rs/bcrypt';
import { needsDatabase, startDatabase } from '../startDatabase.js';
import { Client, emptyFolder, startChat } from '../startChat.js';

const LOOKALIKES = ['Admin', '\u0410dmin', 'Admin\u200b'];

/** As an earlier version stored them. */
async function oldUsers() {
  const secret = await hash('secret', { cost: 4 });
  return [...LOOKALIKES, 'Ann'].map((name) => ({ _id: userIdOf(name), name, hash: secret }));
}

/** @param {string} url */
async function holds(url) {
  const enter = async (login, password = 'secret') => {
    const { status, body } = await new Client(url).post('/login', { login, password });
    return body.error ? `${status} ${body.error.code} ${body.error.field}` : status;
  };
  for (const name of [...LOOKALIKES, 'Ann']) assert.equal(await enter(name), 200, name);
  assert.equal(await enter('Adrnin'), '409 login_taken login');
  assert.equal(await enter('Ann\u200b'), '422 login_invalid login');
  assert.equal(await enter('Bob'), 201);
  const both = await Promise.all([enter('C1eo'), enter('Cleo')]);
  assert.deepEqual(both.sort(), [201, '409 login_taken login']);
}

test('NeDB: accounts from before that look the same both stay, and nobody new looks like them', async (t) => {
  const data = await emptyFolder(t);
  await appendFile(`${data}/users.db`, (await oldUsers()).map((user) => `${JSON.stringify(user)}\n`).join(''));
  const first = await startChat(t, { CHAT_DATA: data });
  await holds(first.url);
  await first.close();
  const lines = (await readFile(`${data}/users.db`, 'utf8')).length;
  const second = await startChat(t, { CHAT_DATA: data });
  assert.equal((await new Client(second.url).post('/login', { login: '\u0421leo', password: 'x' })).status, 409);
  assert.ok((await readFile(`${data}/users.db`, 'utf8')).length <= lines, 'a second start fills nothing in');
});

test(
  'MongoDB: accounts from before that look the same both stay, and nobody new looks like them',
  needsDatabase,
  async (t) => {
    const database = await startDatabase(t);
    const before = await mongoose.createConnection(database.uri).asPromise();
    await before.collection('users').insertMany(/** @type {any} */ (await oldUsers()));
    await before.close();
    const { url } = await startChat(t, { MONGODB_URI: database.uri });
    await holds(url);
  },
);
