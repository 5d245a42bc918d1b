import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneProcess } from '../../../src/oneProcess.js';
import { openChanges } from '../../../src/store/mongo/changes.js';
import { RecentMessages } from '../../../src/store/mongo/recentMessages.js';

const message = (id) => ({ id, user: { id: 'a', name: 'ann' }, text: `${id}`, at: '', clientId: `c${id}` });

test('a change is tried again each time that another process was first', async () => {
  const mine = message(1);
  let races = 8;
  const theirs = [];
  const documents = {
    async update(_from, { rev }) {
      if (races-- === 0) return true;
      theirs.push({ ...message(2), text: `theirs ${rev}`, rev });
      return false;
    },
    read: async () => theirs.slice(-1),
    find: async () => mine,
  };
  const changes = openChanges(/** @type {any} */ (documents), new RecentMessages(10), 0, oneProcess.peers.changes);
  const { answers } = await changes.apply([{ message: mine, text: 'new' }]);
  assert.deepEqual(answers, [{ ...mine, text: 'new', rev: 9 }]);
});

test('news of changes is taken if no revision before it is missing', async () => {
  const documents = /** @type {any} */ ({ update: async () => true, read: async () => [] });
  const published = [];
  const peers = {
    turn: (task) => task({ end: 0, isOvertaken: false }),
    publish: (news) => published.push(news),
  };
  const here = openChanges(documents, new RecentMessages(10), 0, peers);
  const there = openChanges(documents, new RecentMessages(10), 0, oneProcess.peers.changes);
  await here.apply([{ message: message(1), text: 'one' }]);
  await here.apply([1, 2].map((id) => ({ message: message(id), text: 'two' })));
  const told = published
    .toReversed()
    .concat(published.at(-1))
    .map((news) => there.receive(news).map(({ rev }) => rev));
  assert.deepEqual(told, [[], [1], [2, 3]]);
});
