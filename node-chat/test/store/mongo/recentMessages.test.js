import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentMessages } from '../../../src/store/mongo/recentMessages.js';

const message = (id) => ({ id, user: { id: 'u', name: 'ann' }, text: `${id}`, at: '', clientId: `c${id}` });
const ids = (messages) => messages.map(({ id }) => id);

test('the newest are kept, by id and by key, and the older ones are dropped together', () => {
  const recent = new RecentMessages(10);
  assert.deepEqual([recent.lastId, recent.firstId, recent.find(1)], [0, 1, undefined]);
  recent.add(Array.from({ length: 509 }, (_, i) => message(i + 1)));
  assert.equal(recent.firstId, 1);
  recent.add([message(510)]);
  assert.deepEqual([recent.firstId, recent.lastId], [501, 510]);
  assert.deepEqual(ids(recent.slice(505, 507)), [505, 506, 507]);
  assert.equal(recent.findByKey('u:c500'), undefined);
  assert.equal(recent.findByKey('u:c501')?.id, 501);
});

test('a message in a new state takes the place of the old one', () => {
  const recent = new RecentMessages(10);
  recent.add([message(4), message(5)]);
  const changed = { ...message(4), text: 'new', rev: 1 };
  recent.replace(changed);
  recent.replace({ ...message(3), rev: 2 });
  assert.deepEqual([recent.find(4), recent.findByKey('u:c4')], [changed, changed]);
  assert.deepEqual(ids(recent.slice(4, 9)), [4, 5]);
});

test('a new state that comes before its message stays, even if the old state comes later', () => {
  const recent = new RecentMessages(10);
  recent.add([message(1)]);
  const changed = { ...message(3), text: 'new', rev: 1 };
  recent.replace(changed);
  recent.addInOrder([message(3)]);
  assert.deepEqual(recent.addInOrder([message(2), message(3)]), [message(2), changed]);
  assert.deepEqual(recent.find(3), changed);
});

test('messages before a gap are dropped', () => {
  const recent = new RecentMessages(10);
  recent.add([message(1), message(2), message(4), message(5)]);
  assert.deepEqual([recent.firstId, recent.lastId, recent.find(2)], [4, 5, undefined]);
});
