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
