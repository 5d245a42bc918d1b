import assert from 'node:assert/strict';
import { test } from 'node:test';
import mongoose from 'mongoose';
import { models } from '../../../src/store/mongo/models.js';
import { takeLease } from '../../../src/store/mongo/lease.js';
import { needsDatabase, startDatabase } from '../../startDatabase.js';
import { Client, emptyFolder, until } from '../../startChat.js';
import { startProcess } from '../../startProcess.js';

async function connectTo(t, database) {
  const connection = await mongoose.createConnection(database.uri, { autoIndex: false, autoCreate: false }).asPromise();
  t.after(() => connection.close(true));
  return connection;
}

/** Who waits for a holder looks again and again. */
async function takenAtOnce(t, Lease) {
  const looks = t.mock.method(Lease, 'find');
  await (await takeLease(Lease, () => {})).release();
  assert.equal(looks.mock.callCount(), 2, 'before its term and after');
}

test(
  'of two processes on one database the second refuses, and follows at once when the first was killed',
  needsDatabase,
  async (t) => {
    const database = await startDatabase(t);
    const env = async () => ({ MONGODB_URI: database.uri, CHAT_DATA: await emptyFolder(t) });
    const first = await startProcess(t, await env());
    const second = await startProcess(t, await env());
    assert.equal((await second.exited)[0], 1);
    assert.match(
      second.output(),
      new RegExp(`another process stores into this database \\(pid ${first.child.pid} on `),
    );

    first.child.kill('SIGKILL');
    await first.exited;
    const connection = await connectTo(t, database);
    const { Lease } = models(connection);
    await takenAtOnce(t, Lease);
    const third = await startProcess(t, await env());
    assert.ok(third.url, third.output());
    const ann = new Client(third.url);
    await ann.login();
    assert.equal((await ann.post('/messages', { text: 'a', clientId: 'a' })).status, 201);

    await Lease.collection.insertOne(/** @type {any} */ ({ _id: 1000, beat: 0 }));
    assert.equal((await third.exited)[0], 1, 'who finds a newer term ends');
    assert.match(third.output(), /another process stores into the database/);
  },
);

test('who finds a newer term stores no more', needsDatabase, async (t) => {
  const database = await startDatabase(t);
  const connection = await connectTo(t, database);
  const { Lease } = models(connection);
  let lost = 0;
  const lease = await takeLease(Lease, () => lost++);
  lease.check();
  await Lease.collection.insertOne(/** @type {any} */ ({ _id: 2, beat: 0 }));
  await until(() => lost === 1);
  assert.throws(() => lease.check(), { code: 'store_unavailable' });
});

test('a lease that was given back is free at once', needsDatabase, async (t) => {
  const database = await startDatabase(t);
  const connection = await connectTo(t, database);
  const { Lease } = models(connection);
  await (await takeLease(Lease, () => {})).release();
  await takenAtOnce(t, Lease);
  assert.equal(await Lease.countDocuments(), 1);
});
