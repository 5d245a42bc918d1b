import assert from 'node:assert/strict';
import { test } from 'node:test';
import mongoose from 'mongoose';
import { models } from '../../../src/store/mongo/models.js';
import { takeTail } from '../../../src/store/mongo/tail.js';
import { Client, emptyFolder, until } from '../../startChat.js';
import { needsDatabase, startDatabase } from '../../startDatabase.js';
import { startProcess } from '../../startProcess.js';

async function connectTo(t, database) {
  const connection = await mongoose.createConnection(database.uri, { autoIndex: false, autoCreate: false }).asPromise();
  t.after(() => connection.close(true));
  return models(connection);
}

const texts = async (client) => (await client.get('/messages')).body.messages.map(({ text }) => text);

test(
  'a process that is killed leaves its tail while nothing is written, and none amid writing',
  needsDatabase,
  async (t) => {
    const database = await startDatabase(t);
    const { Tail, Message } = await connectTo(t, database);
    const left = async () => (await Tail.findOne({}).lean())?.tail;
    const env = { MONGODB_URI: database.uri, CHAT_DATA: await emptyFolder(t) };
    const first = await startProcess(t, env);
    const ann = new Client(first.url);
    await ann.login();
    for (const text of ['one', 'two']) await ann.post('/messages', { text, clientId: text });
    await until(left, 10_000, 'no tail was left');
    assert.deepEqual(
      (await left()).messages.map(({ text }) => text),
      ['one', 'two'],
    );
    await ann.post('/messages', { text: 'three', clientId: 'three' });
    assert.equal(await left(), undefined);
    await until(left, 10_000, 'no tail was left again');
    first.child.kill('SIGKILL');
    await first.exited;

    // A start that reads the messages would find none.
    await Message.collection.deleteMany({});
    const second = await startProcess(t, env);
    const bob = new Client(second.url);
    await bob.login('bob');
    assert.deepEqual(await texts(bob), ['one', 'two', 'three']);
    const { body } = await bob.post('/messages', { text: 'four', clientId: 'four' });
    assert.equal(body.message.id, 4);
    assert.equal(await left(), undefined);
    second.child.kill('SIGKILL');
    await second.exited;

    const third = await startProcess(t, env);
    const eve = new Client(third.url);
    await eve.login('eve');
    assert.deepEqual(await texts(eve), ['four'], 'without a tail it reads what is there');
  },
);

test('a tail counts where its holder was the last, and one that comes late is not left', needsDatabase, async (t) => {
  const { Tail } = await connectTo(t, await startDatabase(t));
  const tail = { messages: [], rev: 7 };
  const first = await takeTail(Tail, { term: 1, before: 0 });
  assert.equal(first.found, null);
  await first.leave(tail);
  const second = await takeTail(Tail, { term: 2, before: 1 });
  assert.deepEqual(second.found, tail);
  await first.leave(tail);
  assert.equal((await takeTail(Tail, { term: 4, before: 3 })).found, null, 'term 3 left none');
  assert.equal(await Tail.countDocuments({}), 1);

  const late = await takeTail(Tail, { term: 5, before: 4 });
  const { updateOne } = Tail.collection;
  let send = () => {};
  t.mock.method(Tail.collection, 'updateOne', (...args) => {
    if (!args[1].$set.tail) return updateOne.apply(Tail.collection, args);
    return new Promise((resolve) => (send = () => resolve(updateOne.apply(Tail.collection, args))));
  });
  const leaving = late.leave(tail);
  await late.clear();
  send();
  await leaving;
  assert.equal((await takeTail(Tail, { term: 6, before: 5 })).found, null);
});
