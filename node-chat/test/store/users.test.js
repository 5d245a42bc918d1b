import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateKey } from '../../src/store/backendErrors.js';
import { Users, userIdOf } from '../../src/store/users.js';

function build(keep = 10) {
  const stored = new Map();
  const calls = [];
  const inserts = [];
  const backend = {
    some: async (count) => [...stored.values()].slice(0, count),
    find: async (id) => (calls.push('find'), stored.get(id) ?? null),
    insert: async (users) => {
      inserts.push(users.length);
      for (const user of users) {
        const taken = [...stored.values()].some(({ skeleton }) => skeleton && skeleton === user.skeleton);
        if (taken || stored.has(user.id)) throw new DuplicateKey();
        stored.set(user.id, user);
      }
    },
  };
  return { users: new Users(backend, keep), stored, calls, inserts };
}

test('names that differ by one code point are two users', () => {
  assert.notEqual(userIdOf('Ann'), userIdOf('ann'));
  assert.match(userIdOf('ann'), /^[\w-]{22}$/);
});

test('while all users are in memory, a new name costs no question', async () => {
  const { users, calls } = build();
  await users.load();
  assert.equal(await users.named('ann'), null);
  await users.register('ann', 'hash');
  assert.equal((await users.named('ann')).hash, 'hash');
  assert.deepEqual(calls, []);
});

test('with more users than memory holds the store is asked', async () => {
  const { users, calls } = build(2);
  await users.load();
  for (const name of ['a', 'b', 'c']) await users.register(name, name);
  assert.equal((await users.named('a')).hash, 'a');
  assert.deepEqual(calls, ['find']);
});

test('of two registrations of one name the second is told', async () => {
  const { users, stored } = build();
  await users.load();
  stored.set(userIdOf('ann'), { id: userIdOf('ann'), name: 'ann', hash: 'first' });
  assert.equal(await users.register('ann', 'second'), null);
  assert.equal((await users.named('ann')).hash, 'first');
});

test('a name that looks like another is taken, and later names still cost no question', async () => {
  const { users, calls } = build();
  await users.load();
  await users.register('Admin', 'hash');
  await assert.rejects(users.register('\u0410dmin', 'hash'), { code: 'login_taken', field: 'login' });
  assert.deepEqual(calls, ['find']);
  assert.equal(await users.named('\u0410dmin'), null);
  assert.deepEqual(calls, ['find']);
});

test('many users are one insert, and who is there already stays', async () => {
  const { users, stored, inserts } = build();
  await users.load();
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
  assert.equal((await users.named('cleo')).hash, 'hash');
});

test('of many users those are made that another process has not made meanwhile', async () => {
  const { users, stored } = build();
  await users.load();
  stored.set(userIdOf('bob'), { id: userIdOf('bob'), name: 'bob', hash: 'theirs' });
  await users.createAll(['ann', 'bob', 'cleo'], 'hash');
  assert.deepEqual([...stored.values()].map(({ name }) => name).sort(), ['ann', 'bob', 'cleo']);
  assert.equal(stored.get(userIdOf('bob')).hash, 'theirs');
});
