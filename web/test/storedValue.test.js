import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedValue, storedValueOf } from '../chat/storedValue.js';

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

test('a value that the storage has no room for lasts as long as the page, until there is room', () => {
  let room = 0;
  const stored = new Map();
  const storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem(key, text) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, text);
    },
  };
  storedValue(storage, 'draft').write('hello');
  assert.equal(storedValue(storage, 'draft').read(), 'hello');
  assert.equal(stored.size, 0);
  room = 100;
  storedValue(storage, 'draft').write('hello again');
  assert.deepEqual([...stored.values()], ['"hello again"']);
  assert.equal(storedValue(storage, 'draft').read(), 'hello again');
});
