import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { openCollection } from '../../../src/store/nedb/collection.js';
import { messages } from '../../../src/store/nedb/messages.js';
import { emptyFolder } from '../../startChat.js';

const user = { id: 'u', name: 'ann ,"text":"mine" \\' };
const message = (id, text) => ({ id, user, text, at: '2026-01-01T00:00:00.000Z', clientId: `c${id}` });
const deleted = ({ id, at, clientId }, rev) => ({ id, user, at, clientId, deleted: true, rev });

async function openMessages(t) {
  const file = `${await emptyFolder(t)}/messages.db`;
  const collection = await openCollection(file);
  return { file, collection, store: await messages(collection), bytes: () => readFile(file, 'utf8') };
}

test('what was edited or deleted is soon in the file no more, and all else is as it was', async (t) => {
  const { file, collection, store, bytes } = await openMessages(t);
  const texts = [
    'short secret',
    'long secret '.repeat(160),
    'a "secret" \\',
    '"',
    '\\',
    '',
    'sécret \u2028 🔑',
    'kept',
  ];
  const all = texts.map((text, i) => message(i + 1, text));
  await store.insert(all);
  const edited = all.slice(0, 7).map((from, i) => ({ ...from, text: `edited secret ${i}`, rev: i + 1 }));
  await store.change(edited.map((to, i) => ({ from: all[i], to })));
  const now = edited.map((from, i) => (i % 2 ? deleted(from, 8 + i) : { ...from, text: `now ${i}`, rev: 8 + i }));
  await store.change(now.map((to, i) => ({ from: edited[i], to })));
  assert.match(await bytes(), /secret/);
  const { size } = await stat(file);

  await collection.close();
  assert.doesNotMatch(await bytes(), /s.cret|🔑/u);
  assert.equal((await stat(file)).size, size, 'it overwrites, and moves nothing');
  for (const line of (await bytes()).split('\n').filter(Boolean)) JSON.parse(line);
  const again = await messages(await openCollection(file));
  for (const backend of [store, again]) assert.deepEqual(await backend.range(1, 8), [...now, all[7]]);
});

test('it needs nobody to ask for it, and comes again for what is changed meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { collection, store, bytes } = await openMessages(t);
  const [one, two] = [message(1, 'first secret'), message(2, 'second secret')];
  await store.insert([one, two]);
  await store.change([{ from: one, to: deleted(one, 1) }]);
  t.mock.timers.tick(2000); // the pass begins
  await store.change([{ from: two, to: deleted(two, 2) }]);
  for (let turns = 0; /secret/.test(await bytes()); turns++) {
    assert.ok(turns < 5000, 'it is in the file still');
    t.mock.timers.tick(1000);
    await new Promise((next) => setImmediate(next));
  }
  await collection.close();
});

test('a file is gone through in pieces, wherever they end', async (t) => {
  const { file, collection, store, bytes } = await openMessages(t);
  const all = Array.from({ length: 5000 }, (_, i) => message(i + 1, `secret ${'x'.repeat(i % 300)}`));
  await store.insert(all);
  assert.ok((await stat(file)).size > 4 * 256 * 1024);
  const now = all.map((from, i) => ({ ...from, text: 'now', rev: i + 1 }));
  await store.change(now.map((to, i) => ({ from: all[i], to })));
  await collection.close();
  assert.doesNotMatch(await bytes(), /secret/);
  assert.deepEqual(await (await messages(await openCollection(file))).range(1, 5000), now);
});
