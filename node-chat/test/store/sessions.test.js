import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sessions } from '../../src/store/sessions.js';

const session = (name, expires = Date.now() + 60_000) => ({ user: { id: name, name }, expires });

function build() {
  const stored = new Map();
  const calls = [];
  const backend = {
    some: async () => [...stored],
    find: async (key) => (calls.push('find'), stored.get(key) ?? null),
    save: async (sessions) => {
      calls.push('save');
      for (const [key, value] of sessions) stored.set(key, value);
    },
    remove: async (key) => void (calls.push('remove'), stored.delete(key)),
    prune: async () => void calls.push('prune'),
  };
  return { sessions: new Sessions(backend, 2), stored, calls, backend };
}

test('a session is written once and then read from memory', async () => {
  const { sessions, calls } = build();
  const ann = session('ann');
  await sessions.save('h', ann);
  await sessions.save('h', session('ann'));
  assert.deepEqual(await sessions.find('h'), ann);
  assert.deepEqual(calls, ['save']);
});

test('a session that memory has forgotten is found in the store', async () => {
  const { sessions } = build();
  for (const name of ['a', 'b', 'c']) await sessions.save(name, session(name));
  assert.equal((await sessions.find('a')).user.name, 'a');
});

test('a session that is over is none', async () => {
  const { sessions } = build();
  await sessions.save('h', session('ann', Date.now() - 1));
  assert.equal(await sessions.find('h'), null);
});

test('a session that ends while it is looked up stays ended', async () => {
  const { sessions, stored, backend } = build();
  stored.set('h', session('ann'));
  let answer;
  backend.find = () => new Promise((resolve) => (answer = resolve));
  const found = sessions.find('h');
  await sessions.remove('h');
  answer(session('ann'));
  assert.equal(await found, null);
  assert.equal(sessions.isOpen('h'), false);
});

test('what is over is taken out of the store at the start and while the chat runs, whether or not the store is there each time', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { sessions, calls, backend } = build();
  const failures = [];
  await sessions.load((error) => failures.push(error));
  assert.deepEqual(calls, ['prune']);
  const { prune } = backend;
  backend.prune = () => Promise.reject(new Error('away'));
  t.mock.timers.tick(3_600_000);
  await new Promise(setImmediate);
  assert.equal(failures.length, 1);
  backend.prune = prune;
  t.mock.timers.tick(3_600_000);
  assert.deepEqual(calls, ['prune', 'prune']);
  sessions.close();
  t.mock.timers.tick(3_600_000);
  assert.deepEqual(calls, ['prune', 'prune']);
});
