import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateKey } from '../../../src/store/mongo/attempt.js';
import { openChanges } from '../../../src/store/mongo/changes.js';
import { RecentMessages } from '../../../src/store/mongo/recentMessages.js';

const message = (id) => ({ id, user: { id: 'a', name: 'ann' }, text: `${id}`, at: '', clientId: `c${id}` });

test('a change is tried again each time that another process was first', async () => {
  const mine = message(1);
  let races = 8;
  const theirs = [];
  const collection = {
    async updateOne(_filter, { $set }) {
      if (races-- === 0) return { matchedCount: 1 };
      theirs.push({ ...message(2), text: `theirs ${$set.rev}`, rev: $set.rev });
      throw new DuplicateKey();
    },
  };
  const attempt = (ask) => ask({});
  const read = async (filter) => (filter.id ? [mine] : theirs.slice(-1));
  const changes = await openChanges(/** @type {any} */ ({ collection }), attempt, read, new RecentMessages(10));
  const { answers } = await changes.apply([{ message: mine, text: 'new' }]);
  assert.deepEqual(answers, [{ ...mine, text: 'new', rev: 9 }]);
});
