import assert from 'node:assert/strict';
import mongoose from 'mongoose';
import { test } from 'node:test';
import { userIdOf } from '../../../src/store/users.js';
import { hash } from '@node-rs/bcrypt';
import { needsDatabase, startDatabase } from '../../startDatabase.js';
import { Client, startChat } from '../../startChat.js';

const BEFORE = ['Ann', 'ann', '\u0410dmin', 'Admin\u200b'];

/** As an earlier version stored them, each under the key that it called a skeleton. */
async function oldUsers() {
  const secret = await hash('secret', { cost: 4 });
  return BEFORE.map((name) => ({ _id: userIdOf(name), name, hash: secret, skeleton: `skeleton of ${name}` }));
}

/** @param {string} url */
async function holds(url) {
  const enter = async (login) => {
    const { status, body } = await new Client(url).post('/login', { login, password: 'secret' });
    return body.error ? `${status} ${body.error.code} ${body.error.field}` : `${status} ${body.user.name}`;
  };
  for (const name of BEFORE) assert.equal(await enter(name), `200 ${name}`);
  assert.equal(await enter('ANN'), '200 Ann');
  assert.equal(await enter('Admi\u043d'), '422 login_invalid login');
  for (const name of ['Bob', 'Cleo']) assert.equal(await enter(name), `201 ${name}`);
  assert.equal(await enter('BOB'), '200 Bob');
}

test('MongoDB: accounts from before that differ by case both stay', needsDatabase, async (t) => {
  const database = await startDatabase(t);
  const before = await mongoose.createConnection(database.uri).asPromise();
  const users = before.collection('users');
  await users.insertMany(/** @type {any} */ (await oldUsers()));
  await users.createIndex({ skeleton: 1 }, { unique: true });
  await before.close();
  await holds((await startChat(t, { MONGODB_URI: database.uri })).url);
});
