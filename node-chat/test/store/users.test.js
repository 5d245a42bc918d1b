import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateKey } from '../../src/store/backendErrors.js';
import { Users, userIdOf } from '../../src/store/users.js';

function build() {
  const stored = new Map();
  const inserts = [];
  const withKey = async (key) => [...stored.values()].find((user) => user.key === key) ?? null;
  const backend = {
    find: async (id) => stored.get(id) ?? null,
    withKey,
    insert: async (users) => {
      inserts.push(users.length);
      for (const user of users) {
        if (stored.has(user.id) || (await withKey(user.key))) throw new DuplicateKey();
        stored.set(user.id, user);
      }
    },
  };
  return { users: new Users(backend), stored, inserts };
}

test('a user is found by the exact name first, then by its key', async () => {
  const { users, stored } = build();
  assert.equal(await users.named('ann'), null);
  await users.register('Ann', 'hash');
  assert.equal((await users.named('ANN')).name, 'Ann');
  stored.set(userIdOf('ANN'), { id: userIdOf('ANN'), name: 'ANN', key: 'its own' });
  assert.equal((await users.named('ANN')).name, 'ANN');
});

test('of two registrations of one name the second is told', async () => {
  const { users } = build();
  assert.equal((await users.register('ann', 'first')).hash, 'first');
  for (const name of ['ann', 'Ann']) assert.equal(await users.register(name, 'second'), null);
  assert.equal((await users.named('ann')).hash, 'first');
});

test('many users are one insert, and who is there already stays', async () => {
  const { users, stored, inserts } = build();
  await users.register('bob', 'own');
  await users.createAll(['ann', 'bob', 'cleo'], 'hash');
  assert.deepEqual(inserts, [1, 2]);
  assert.deepEqual(
    [...stored.values()].map(({ name, hash }) => [name, hash]),
    [
      ['bob', 'own'],
      ['ann', 'hash'],
      ['cleo', 'hash'],
    ],
  );
});

test('of many users those are made that another process has not made meanwhile', async () => {
  const { users, stored } = build();
  const bob = { id: userIdOf('bob'), name: 'bob', key: 'bob', hash: 'theirs' };
  const creating = users.createAll(['ann', 'bob', 'cleo'], 'hash');
  stored.set(bob.id, bob);
  await creating;
  assert.deepEqual([...stored.values()].map(({ name }) => name).sort(), ['ann', 'bob', 'cleo']);
  assert.equal(stored.get(bob.id).hash, 'theirs');
});

test('many users are not made where another account has a name of theirs', async () => {
  const { users } = build();
  await users.register('BOB', 'own');
  await assert.rejects(users.createAll(['ann', 'bob'], 'hash'), /the name bob/);
});
