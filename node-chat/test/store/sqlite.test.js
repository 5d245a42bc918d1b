import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openSqlite } from '../../src/store/sqlite/openSqlite.js';
import { emptyFolder } from '../startChat.js';

/** @import { TestContext } from 'node:test' */

const ann = { id: 'a', name: 'ann' };
const bob = { id: 'b', name: 'bob' };
const draft = (clientId) => ({ user: ann, text: `of ${clientId}`, at: '2026-01-01T00:00:00.000Z', clientId });
const ids = (messages) => messages.map(({ id }) => id);

/** @param {TestContext} t */
async function open(t) {
  const data = await emptyFolder(t);
  const store = openSqlite(data);
  let isOpen = true;
  const close = () => {
    if (isOpen) store.close();
    isOpen = false;
  };
  t.after(close);
  return { ...store, close, data };
}

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

test('ended sessions are deleted, and one that is saved again stays as it was', async (t) => {
  const { sessions } = await open(t);
  await sessions.save([
    ['s', { user: ann, expires: Date.now() + 60_000 }],
    ['over', { user: bob, expires: 1 }],
  ]);
  await sessions.save([['s', { user: bob, expires: 2 }]]);
  await sessions.prune();
  assert.deepEqual((await sessions.find('s'))?.user, ann);
  assert.equal(await sessions.find('over'), null);
});
