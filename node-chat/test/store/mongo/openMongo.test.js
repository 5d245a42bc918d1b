import assert from 'node:assert/strict';
import { test } from 'node:test';
import mongoose from 'mongoose';
import { messages } from '../../../src/store/mongo/messages.js';
import { openMongo } from '../../../src/store/mongo/openMongo.js';
import { until } from '../../startChat.js';
import { needsDatabase, startDatabase } from '../../startDatabase.js';

const user = { id: 'u', name: 'ann' };
const message = (id, clientId = `c${id}`) => ({
  id,
  user,
  text: `text ${id}`,
  at: '2026-01-01T00:00:00.000Z',
  clientId,
});

async function open(t) {
  const database = await startDatabase(t);
  const backend = await openMongo(database.uri);
  t.after(() => backend.close());
  return { backend, database };
}

const isThere = (backend) =>
  backend.check().then(
    () => true,
    () => false,
  );

/** No call of the driver gets there in time: its own server object, with the connections of its check and of its pool. */
function serverOfTheDriver() {
  const client = /** @type {any} */ (mongoose.connections.at(-1)).getClient();
  const [server] = client.topology.s.servers.values();
  return server;
}

test('messages come back as they were stored, in order', needsDatabase, async (t) => {
  const { backend } = await open(t);
  await backend.messages.insert([message(1), message(2), message(3)]);
  assert.deepEqual(await backend.messages.newest(2), [message(2), message(3)]);
  assert.deepEqual(await backend.messages.range(1, 2), [message(1), message(2)]);
  assert.deepEqual(await backend.messages.range(2, Number.MAX_SAFE_INTEGER), [message(2), message(3)]);
  assert.deepEqual(
    await backend.messages.find([
      { userId: 'u', clientId: 'c2' },
      { userId: 'u', clientId: 'none' },
    ]),
    [message(2)],
  );
});

test('an insert has the time that is left of its call', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { insert } = messages(/** @type {any} */ ({ collection: { insertMany: () => new Promise(() => {}) } }));
  const late = assert.rejects(insert([message(1)], 3000), { code: 'store_unavailable' });
  t.mock.timers.tick(1000);
  await late;
});

test('a process that cannot look for a tail gives the lease back', needsDatabase, async (t) => {
  const { backend } = await open(t);
  const { Tail, Lease } = mongoose.connections.at(-1).models;
  t.mock.method(Tail, 'findById', () => {
    throw new Error('no answer');
  });
  await assert.rejects(backend.own(() => {}));
  assert.equal((await Lease.findOne({}).lean()).released, true);
});

test('messages that an older version stored are read', needsDatabase, async (t) => {
  const { backend, database } = await open(t);
  const connection = await mongoose.createConnection(database.uri).asPromise();
  t.after(() => connection.close());
  await connection.collection('messages').insertOne({ _id: 'u:c1', ...message(1) });
  assert.deepEqual(await backend.messages.newest(1), [message(1)]);
});

test('an insert stops at an id or a clientId that is taken, and keeps what went before', needsDatabase, async (t) => {
  const { backend } = await open(t);
  await backend.messages.insert([message(1)]);
  await assert.rejects(backend.messages.insert([message(2), message(3, 'c1'), message(4)]), { name: 'DuplicateKey' });
  await assert.rejects(backend.messages.insert([message(3), message(2, 'other'), message(4)]), {
    name: 'DuplicateKey',
  });
  assert.deepEqual(
    (await backend.messages.newest(10)).map(({ id }) => id),
    [1, 2, 3],
  );
});

test(
  'a changed message is one document, its revision is taken once, and a late update changes nothing',
  needsDatabase,
  async (t) => {
    const { backend } = await open(t);
    const { messages } = backend;
    const [one, two] = [message(1), message(2)];
    await messages.insert([one, two, message(3)]);
    const edited = { ...two, text: 'edited', rev: 1 };
    const { text, ...left } = { ...one, deleted: true, rev: 2 };
    assert.ok(text);
    await messages.change([
      { from: two, to: edited },
      { from: one, to: left },
    ]);
    assert.deepEqual(await messages.range(1, 2), [left, edited]);
    assert.deepEqual(await messages.changesAfter(0, 10), [edited, left]);
    assert.deepEqual(await messages.changesAfter(1, Number.MAX_SAFE_INTEGER), [left]);
    assert.deepEqual(await messages.newestChanges(1), [left]);
    // FerretDB names no cause here: then it counts as a failure whose outcome is looked up before the next change.
    await assert.rejects(
      messages.change([{ from: message(3), to: { ...message(3), rev: 2 } }]),
      /DuplicateKey|ChatError/,
    );
    await assert.rejects(messages.change([{ from: two, to: { ...two, text: 'late', rev: 3 } }]), { name: 'OutOfDate' });
    assert.deepEqual(await messages.range(2, 3), [edited, message(3)]);
  },
);

test('a name is taken once, and so is its key', needsDatabase, async (t) => {
  const { backend } = await open(t);
  await backend.users.insert([{ ...user, hash: 'first', key: 'k' }]);
  for (const second of [
    { ...user, key: 'l' },
    { ...user, id: 'v', key: 'k' },
  ])
    await assert.rejects(backend.users.insert([{ ...second, hash: 'second' }]), { name: 'DuplicateKey' });
  assert.deepEqual(await backend.users.find('u'), { ...user, hash: 'first' });
  assert.deepEqual(await backend.users.withKey('k'), { ...user, hash: 'first' });
  assert.equal(await backend.users.find('nobody'), null);
});

test('sessions that are over are taken away, those that go on stay', needsDatabase, async (t) => {
  const { backend } = await open(t);
  const later = Date.now() + 60_000;
  await backend.sessions.save([['old', { user, expires: Date.now() - 1 }]]);
  await backend.sessions.save([['new', { user, expires: later }]]);
  await backend.sessions.prune();
  assert.deepEqual(await backend.sessions.some(10), [['new', { user, expires: later }]]);
  assert.equal(await backend.sessions.find('old'), null);
  await backend.sessions.remove('new');
  assert.equal(await backend.sessions.find('new'), null);
});

test('a server that is not there is named, without its password', async () => {
  await assert.rejects(openMongo('mongodb://ann:secret@127.0.0.1:1/chat'), (error) => {
    assert.match(error.message, /127\.0\.0\.1:1\/chat \(MONGODB_URI\)/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});

test(
  'a server that is back is found, also where it went as the driver was about to ask it',
  needsDatabase,
  async (t) => {
    const { backend, database } = await open(t);
    await backend.messages.insert([message(1)]);
    const server = serverOfTheDriver();
    const { monitor } = server;
    // It asks no more often than every 500 ms, and by itself after 2 s.
    const sinceCheckMs = () => (monitor.connection?.established ? monitor.monitorId.toJSON().timeSinceLastCall : 0);
    await until(async () => {
      if (sinceCheckMs() < 600 || sinceCheckMs() > 1500) return false;
      await database.freeze();
      if (sinceCheckMs() < 1700) return true;
      database.thaw();
      return false;
    });
    // Its end was read, it is destroyed, and not closed yet.
    const { socket } = monitor.connection;
    socket.once('finish', () => queueMicrotask(() => server.requestCheck()));
    // A call under way fails: until its next check has an answer the driver has no server then.
    const check = backend.check();
    await new Promise((later) => setTimeout(later, 100));
    await Promise.all([database.kill(), assert.rejects(check, { code: 'store_unavailable' })]);
    await database.start();
    await until(() => isThere(backend), 30_000, 'the database is back, and the chat does not see it');
    assert.deepEqual(await backend.messages.newest(1), [message(1)]);
  },
);

test(
  'calls that are asked as their connections end fail in time, and keep no place in the pool',
  needsDatabase,
  async (t) => {
    const { backend, database } = await open(t);
    let pool;
    let outcomes;
    for (let time = 1, isMet = false; !isMet; time++) {
      assert.ok(time < 6, 'no call has met the moment');
      await until(() => isThere(backend), 30_000, 'the database is not back');
      ({ pool } = serverOfTheDriver());
      await Promise.all(Array.from({ length: 60 }, () => backend.users.find('u')));
      const sockets = [...pool.connections].map(({ socket }) => socket);
      assert.ok(sockets.length > 1, 'one connection is no pool');
      // The end of the last was read, all are destroyed, and none is closed yet.
      let left = sockets.length;
      const calls = new Promise((resolve) => {
        const ask = () => resolve(sockets.map((_, n) => backend.users.find(`u${n}`)));
        for (const socket of sockets) socket.once('finish', () => --left === 0 && queueMicrotask(ask));
      });
      await database.kill();
      const outcome = Promise.allSettled(await calls);
      // Where the driver has seen the end by its own check before, no call gets as far.
      isMet = await until(() => pool.currentCheckedOutCount > 0, 1000).catch(() => false);
      outcomes = await outcome;
      if (!isMet) await database.start();
    }
    assert.ok(outcomes.every(({ status, reason }) => status === 'rejected' && reason.code === 'store_unavailable'));
    await until(() => pool.currentCheckedOutCount === 0, 1000, 'connections that have ended are in use');
  },
);
