import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadStore } from '../../src/store/createStore.js';

/** A database that does not answer one question, and what was asked of it at the end. */
function database({ own }) {
  const calls = [];
  const nothing = {
    some: async () => [],
    prune: async () => {},
    newest: async () => [],
    newestChanges: async () => [],
  };
  const backend = {
    messages: nothing,
    sessions: { ...nothing, some: () => Promise.reject(new Error('no sessions')) },
    own,
    close: async () => void calls.push('closed'),
  };
  const lease = { release: async () => void calls.push('released') };
  return { backend: /** @type {any} */ (backend), lease, calls };
}

test('a store that cannot be loaded gives its lease back, and closes the database', async () => {
  const { backend, lease, calls } = database({ own: async () => ({ lease, tail: { found: null } }) });
  await assert.rejects(
    loadStore(backend, /** @type {any} */ ({}), () => {}),
    /no sessions/,
  );
  assert.deepEqual(calls, ['released', 'closed']);
});

test('a store that another process has closes the database', async () => {
  const { backend, calls } = database({ own: () => Promise.reject(new Error('taken')) });
  await assert.rejects(
    loadStore(backend, /** @type {any} */ ({}), () => {}),
    /taken/,
  );
  assert.deepEqual(calls, ['closed']);
});
