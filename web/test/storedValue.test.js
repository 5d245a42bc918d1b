import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedValueOf } from '../chat/storedValue.js';

test('a kept value belongs to its user, even if an emptied server assigns the id again', () => {
  const storage = new Map();
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
  });
  storedValueOf({ id: '1', name: 'Ann' }, 'outbox').write(['hello']);
  assert.deepEqual(storedValueOf({ id: '1', name: 'Ann' }, 'outbox').read(), ['hello']);
  assert.equal(storedValueOf({ id: '1', name: 'Bob' }, 'outbox').read(), null);
  assert.equal(storedValueOf({ id: '1', name: 'Ann' }, 'draft').read(), null);
});
