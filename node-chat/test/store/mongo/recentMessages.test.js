import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentMessages } from '../../../src/store/mongo/recentMessages.js';

const message = (id) => ({ id, user: { id: 'u', name: 'ann' }, text: `${id}`, at: '', clientId: `c${id}` });
const ids = (messages) => messages.map(({ id }) => id);

test('the newest are kept, by id and by key', () => {
  const recent = new RecentMessages(10);
  assert.deepEqual([recent.lastId, recent.firstId, recent.find(1)], [0, 1, undefined]);
  const all = Array.from({ length: 15 }, (_, i) => message(i + 1));
  assert.deepEqual(recent.addInOrder(all), all);
  assert.deepEqual([recent.firstId, recent.lastId], [6, 15]);
  assert.deepEqual(ids(recent.slice(9, 11)), [9, 10, 11]);
  assert.deepEqual(recent.slice(16, 15), []);
  assert.equal(recent.findByKey('u:c5'), undefined);
  assert.equal(recent.findByKey('u:c6')?.id, 6);
});

test('a message in a new state takes the place of the old one', () => {
  const recent = new RecentMessages(10, [message(5), message(4)]);
  const changed = { ...message(4), text: 'new', rev: 1 };
  recent.put(changed);
  recent.put({ ...message(3), rev: 2 });
  assert.deepEqual([recent.find(4), recent.findByKey('u:c4')], [changed, changed]);
  assert.deepEqual([recent.firstId, recent.find(3)], [4, undefined]);
});

test('a new state that comes before its message stays, even if the old state comes later', () => {
  const recent = new RecentMessages(10, [message(1)]);
  const changed = { ...message(3), text: 'new', rev: 1 };
  recent.put(changed);
  recent.addInOrder([message(3)]);
  assert.deepEqual(recent.addInOrder([message(2), message(3)]), [message(2), changed]);
  assert.deepEqual(recent.find(3), changed);
});

test('messages before a gap are not kept', () => {
  const recent = new RecentMessages(10, [message(5), message(4), message(2), message(1)]);
  assert.deepEqual([recent.firstId, recent.lastId, recent.find(2)], [4, 5, undefined]);
});
