import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMongo } from '../../../src/store/mongo/openMongo.js';
import { needsDatabase, startDatabase } from '../../startDatabase.js';

const user = { id: 'u', name: 'ann' };
const draft = (clientId) => ({ user, text: `text ${clientId}`, at: '2026-01-01T00:00:00.000Z', clientId });
const ids = (messages) => messages.map(({ id }) => id);

async function open(t) {
  const database = await startDatabase(t);
  const backend = await openMongo(database.uri);
  t.after(() => backend.close());
  return { backend, database };
}

test('messages are stored, repeated, read in pages and by a later start', needsDatabase, async (t) => {
  const { backend, database } = await open(t);
  const { messages } = backend;
  const { stored } = await messages.append([draft('1'), draft('2'), draft('3')]);
  assert.deepEqual(ids(stored), [1, 2, 3]);
  const later = await openMongo(database.uri);
  t.after(() => later.close());
  assert.equal(later.messages.lastId, 3);
  const { answers } = await later.messages.append([draft('2'), draft('4')]);
  assert.deepEqual(
    answers.map(({ message, isNew }) => [message.id, isNew]),
    [
      [2, false],
      [4, true],
    ],
  );
  // The other process finds the id taken, reads the end, and numbers after it.
  assert.deepEqual(ids((await messages.append([draft('5')])).stored), [4, 5]);
  assert.deepEqual(
    (await messages.before(undefined, 2)).messages.map(({ clientId }) => clientId),
    ['4', '5'],
  );
  assert.deepEqual([ids((await messages.after(1, 2)).messages), (await messages.after(1, 2)).more], [[2, 3], true]);
});

test('pages below memory come from the database, and join what memory has', needsDatabase, async (t) => {
  const { backend, database } = await open(t);
  for (let first = 0; first < 2600; first += 650)
    await backend.messages.append(Array.from({ length: 650 }, (_, i) => draft(`${first + i}`)));
  const later = await openMongo(database.uri);
  t.after(() => later.close());
  const { messages } = later;
  for (const [page, from, to, more] of /** @type {const} */ ([
    [await messages.after(0, 3), 1, 3, true],
    [await messages.after(598, 4), 599, 602, true],
    [await messages.before(604, 6), 598, 603, true],
    [await messages.before(4, 6), 1, 3, false],
    [await messages.before(undefined, 2), 2599, 2600, true],
  ])) {
    const [first, last] = [page.messages[0], page.messages.at(-1)];
    assert.deepEqual([first.id, last?.id, page.messages.length, page.more], [from, to, to - from + 1, more]);
  }
});

test('ended sessions are deleted, valid ones stay', needsDatabase, async (t) => {
  const { sessions } = (await open(t)).backend;
  await sessions.save([['old', { user, expires: Date.now() - 1 }]]);
  await sessions.save([['new', { user, expires: Date.now() + 60_000 }]]);
  await sessions.prune();
  assert.equal(await sessions.find('old'), null);
  assert.deepEqual((await sessions.find('new'))?.user, user);
  await sessions.remove('new');
  assert.equal(await sessions.find('new'), null);
});

test('an error names a server that does not answer, without its password', async () => {
  await assert.rejects(openMongo('mongodb://ann:secret@127.0.0.1:1/chat'), (error) => {
    assert.match(error.message, /127\.0\.0\.1:1\/chat \(MONGODB_URI\)/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});
