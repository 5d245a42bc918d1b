import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openCollection } from '../../../src/store/nedb/collection.js';
import { messages } from '../../../src/store/nedb/messages.js';
import { emptyFolder } from '../../startChat.js';

const user = { id: 'u', name: 'ann' };
const message = (id, text) => ({ id, user, text, at: '2026-01-01T00:00:00.000Z', clientId: `c${id}` });
const left = ({ id, at, clientId }, rev) => ({ id, user, at, clientId, deleted: true, rev });

test('what was changed comes back as it is now, in the order of revisions', async (t) => {
  const file = `${await emptyFolder(t)}/messages.db`;
  const store = await messages(await openCollection(file));
  const [one, two, three] = [message(1, 'one'), message(2, 'two'), message(3, 'three')];
  await store.insert([one, two, three]);
  const edited = { ...three, text: 'edited', rev: 1 };
  await store.change([
    { from: three, to: edited },
    { from: one, to: left(one, 2) },
  ]);
  await assert.rejects(store.change([{ from: two, to: { ...two, rev: 2 } }]), { name: 'DuplicateKey' });
  const again = await messages(await openCollection(file));
  for (const backend of [store, again]) {
    assert.deepEqual(await backend.range(1, 3), [left(one, 2), two, edited]);
    assert.deepEqual(await backend.changesAfter(0, 10), [edited, left(one, 2)]);
    assert.deepEqual(await backend.changesAfter(1, 10), [left(one, 2)]);
    assert.deepEqual(await backend.newestChanges(1), [left(one, 2)]);
  }
  // Opening a file writes it anew.
  assert.doesNotMatch(await readFile(file, 'utf8'), /"one"/);
});

test('a page of changes is read without sorting all of them, over revisions that were overtaken', async (t) => {
  const collection = await openCollection(`${await emptyFolder(t)}/messages.db`);
  const store = await messages(collection);
  const all = Array.from({ length: 400 }, (_, i) => message(i + 1, 'text'));
  await store.insert(all);
  // Of 1200 revisions those that three divides are left.
  await store.change(all.map((from) => ({ from, to: { ...from, rev: 3 * from.id } })));
  const queries = [];
  const { findAsync } = collection.db;
  collection.db.findAsync = (query) => {
    queries.push(query);
    return findAsync.call(collection.db, query);
  };
  const revs = async (rev, limit) => (await store.changesAfter(rev, limit, 1200)).map((one) => one.rev);
  assert.deepEqual(
    await revs(0, 10),
    Array.from({ length: 10 }, (_, i) => 3 * (i + 1)),
  );
  assert.deepEqual(await revs(1194, 10), [1197, 1200]);
  assert.deepEqual(await revs(1200, 10), []);
  const counts = await Promise.all(queries.map((query) => collection.db.countAsync(query)));
  const sum = counts.reduce((one, other) => one + other, 0);
  assert.ok(sum < 50, `${sum} documents were found for 12`);
});
