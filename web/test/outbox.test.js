import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox } from '../chat/outbox.js';

function memory() {
  /** @type {string | null} */
  let kept = null;
  return {
    read: () => JSON.parse(kept ?? 'null'),
    write: (/** @type {any} */ value) => (kept = JSON.stringify(value)),
  };
}
const now = new Date('2026-01-31T12:00:00Z');

test('each message gets a clientId of its own, as the contract wants it', () => {
  const outbox = new Outbox(memory());
  const ids = Array.from({ length: 100 }, () => outbox.add('text', now).clientId);
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
});

test('pending and failed messages survive a reload with their clientId and reason', () => {
  const keep = memory();
  const before = new Outbox(keep);
  const pending = before.add('one', now);
  const failed = before.add('two', now);
  before.failed(failed.clientId, 'No room.');
  const after = new Outbox(keep);
  assert.deepEqual(after.entries, [pending, { ...failed, state: 'failed', reason: 'No room.' }]);
  assert.deepEqual(after.unsent, [pending]);
});

test('a message leaves when its place in the conversation is reached, not before', () => {
  const outbox = new Outbox(memory());
  const { clientId } = outbox.add('one', now);
  outbox.stored(clientId, 12);
  outbox.settle(11);
  assert.equal(outbox.find(clientId)?.state, 'stored');
  outbox.settle(12);
  assert.equal(outbox.find(clientId), undefined);
});

test('an acknowledged message whose place was not seen before a reload is sent again', () => {
  const keep = memory();
  const before = new Outbox(keep);
  const { clientId } = before.add('one', now);
  before.stored(clientId, 12);
  assert.deepEqual(
    new Outbox(keep).unsent.map((entry) => entry.clientId),
    [clientId],
  );
});

test('rubbish in the storage is no outbox', () => {
  for (const rubbish of ['text', 7, [null, 3], {}])
    assert.deepEqual(new Outbox({ read: () => rubbish, write() {} }).entries, []);
});
