import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCollection } from '../../../src/store/nedb/collection.js';
import { sessions } from '../../../src/store/nedb/sessions.js';
import { emptyFolder } from '../../startChat.js';

test('sessions that are over are taken away, those that go on stay', async (t) => {
  const collection = await openCollection(`${await emptyFolder(t)}/sessions.db`);
  t.after(() => collection.db.stopAutocompaction());
  const kept = await sessions(collection);
  const user = { id: 'u', name: 'u' };
  await kept.save([
    ['old', { user, expires: Date.now() - 1 }],
    ['new', { user, expires: Date.now() + 60_000 }],
  ]);
  await kept.prune();
  assert.deepEqual(
    (await kept.some(10)).map(([key]) => key),
    ['new'],
  );
  await kept.remove('new');
  assert.equal(await kept.find('new'), null);
});
