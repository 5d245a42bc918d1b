import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqlite } from '../../src/store/sqlite/openSqlite.js';
import { emptyFolder } from '../startChat.js';

const ann = { id: 'a', name: 'ann' };
const bob = { id: 'b', name: 'bob' };
const draft = (clientId, user = ann, text = `text of ${clientId}`) => ({
  user,
  text,
  at: '2026-01-01T00:00:00.000Z',
  clientId,
});
const ids = (messages) => messages.map(({ id }) => id);

/** @param {import('node:test').TestContext} t @param {string} [folder] */
async function open(t, folder) {
  const data = folder ?? (await emptyFolder(t));
  const store = openSqlite(data);
  let isOpen = true;
  const close = () => {
    if (isOpen) store.close();
    isOpen = false;
  };
  t.after(close);
  return { ...store, close, data };
}

test('ids are dense, each clientId of a user is stored once, and a start goes on from there', async (t) => {
  const { messages, close, data } = await open(t);
  const first = await messages.append([draft('1'), draft('2'), draft('1', ann, 'again'), draft('1', bob)]);
  assert.deepEqual(ids(first.stored), [1, 2, 3]);
  assert.deepEqual(
    first.answers.map(({ message, isNew }) => [message.id, message.text, isNew]),
    [
      [1, 'text of 1', true],
      [2, 'text of 2', true],
      [1, 'text of 1', false],
      [3, 'text of 1', true],
    ],
  );
  close();

  const again = await open(t, data);
  assert.equal(again.messages.lastId, 3);
  const { answers, stored } = await again.messages.append([draft('2'), draft('3')]);
  assert.deepEqual([ids(stored), answers[0].message.id, answers[0].isNew], [[4], 2, false]);
});

test('changes have dense revisions; a change without effect has none, and a deleted message has no text', async (t) => {
  const { messages, changes } = await open(t);
  const { stored } = await messages.append([draft('1'), draft('2')]);
  const [one, two] = stored;
  const told = await changes.apply([
    { message: one, text: 'first' },
    { message: two, text: two.text ?? '' },
    { message: one, text: 'second' },
    { message: two, text: null },
  ]);
  assert.deepEqual(
    told.answers.map(({ id, rev, text }) => [id, rev, text]),
    [
      [1, 1, 'first'],
      [2, undefined, 'text of 2'],
      [1, 2, 'second'],
      [2, 3, undefined],
    ],
  );
  assert.deepEqual(
    told.stored.map(({ id, rev }) => [id, rev]),
    [
      [1, 2],
      [2, 3],
    ],
  );
  assert.equal((await changes.apply([{ message: two, text: 'back' }])).answers[0].deleted, true);
  assert.equal(changes.rev, 3);
  assert.deepEqual(ids((await changes.changedAfter(2, 10)).messages), [2]);
});

test('a batch that fails half way stores nothing, and the next one does', async (t) => {
  const { messages } = await open(t);
  const broken = /** @type {any} */ ({ ...draft('2'), text: undefined });
  await assert.rejects(messages.append([draft('1'), broken]), { code: 'store_unavailable' });
  assert.equal(messages.lastId, 0);
  assert.deepEqual(ids((await messages.append([draft('1')])).stored), [1]);
});

test('a second process is refused while the first runs, and other programs may read', async (t) => {
  const { messages, data, close } = await open(t);
  await messages.append([draft('1')]);
  assert.throws(() => openSqlite(data), /in use by another process.*CHAT_DATA/);
  const copy = `${data}/copy.db`;
  const backUp = `const { DatabaseSync, backup } = require('node:sqlite');
    backup(new DatabaseSync('${data}/chat.db', { readOnly: true }), '${copy}').then(() => {});`;
  execFileSync(process.execPath, ['-e', backUp], { stdio: 'pipe' });
  assert.equal(new DatabaseSync(copy).prepare('select count(*) as n from messages').get()?.n, 1);
  close();
  openSqlite(data).close();
});

test('a folder with the files of NeDB is refused in one sentence, and nothing is made there', async (t) => {
  const data = await emptyFolder(t);
  writeFileSync(`${data}/messages.db`, '{"_id":"a:1"}\n');
  assert.throws(() => openSqlite(data), /^Error: .* holds a chat in NeDB's files/);
  assert.equal(existsSync(`${data}/chat.db`), false);
});

test('users and sessions are found by their keys, and existing ones stay', async (t) => {
  const { users, sessions } = await open(t);
  const user = { id: 'a', name: 'ann', hash: 'first', key: 'k' };
  assert.equal(await users.insert([user]), true);
  assert.equal(await users.insert([{ ...user, id: 'b' }]), false);
  assert.deepEqual(await users.find('a'), { id: 'a', name: 'ann', hash: 'first' });
  assert.equal((await users.findByKey('k'))?.id, 'a');
  await sessions.save([
    ['s', { user: ann, expires: Date.now() + 60_000 }],
    ['over', { user: bob, expires: 1 }],
  ]);
  await sessions.save([['s', { user: bob, expires: 2 }]]);
  await sessions.prune();
  assert.deepEqual((await sessions.find('s'))?.user, ann);
  assert.equal(await sessions.find('over'), null);
  await sessions.remove('s');
  assert.equal(await sessions.find('s'), null);
});
