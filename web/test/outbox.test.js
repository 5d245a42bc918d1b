import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTGOING_MAX, Outbox } from '../chat/outbox.js';

function memory() {
  /** @type {string | null} */
  let kept = null;
  return {
    read: () => JSON.parse(kept ?? 'null'),
    write: (/** @type {any} */ value) => (kept = JSON.stringify(value)),
    get kept() {
      return kept;
    },
  };
}
const now = new Date('2026-01-31T12:00:00Z');
const later = (/** @type {number} */ hours) => new Date(now.getTime() + hours * 3_600_000);

test('each message gets a clientId of its own, as the contract wants it', () => {
  const outbox = new Outbox(memory());
  const ids = Array.from({ length: 100 }, () => outbox.add('text', now, 0).clientId);
  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
});

test('unknown and refused messages survive a reload with their clientId and reason', () => {
  const keep = memory();
  const before = new Outbox(keep);
  const unknown = before.add('one', now, 0);
  const refused = before.add('two', now, 0);
  before.refused(refused.clientId, 'No room.');
  const after = new Outbox(keep);
  assert.deepEqual(after.entries, [
    { ...unknown, id: undefined },
    { ...refused, state: 'refused', reason: 'No room.' },
  ]);
  assert.deepEqual(
    after.unsent.map(({ text }) => text),
    ['one'],
  );
});

test('a message leaves when its place in the conversation is reached, not before', () => {
  const outbox = new Outbox(memory());
  const { clientId } = outbox.add('one', now, 0);
  outbox.stored(clientId, { id: 12 });
  outbox.settle(11);
  assert.equal(outbox.find(clientId)?.state, 'sent');
  outbox.settle(12);
  assert.equal(outbox.find(clientId), undefined);
});

test('an acknowledged message whose place was not seen before a reload is sent again', () => {
  const keep = memory();
  const before = new Outbox(keep);
  const { clientId } = before.add('one', now, 0);
  before.stored(clientId, { id: 12 });
  assert.deepEqual(
    new Outbox(keep).unsent.map((entry) => entry.clientId),
    [clientId],
  );
});

test('a message discarded while unknown is remembered over a reload, and unwanted once it turns up', () => {
  const keep = memory();
  const before = new Outbox(keep);
  const { clientId } = before.add('a word too many', now, 41);
  before.discard(clientId, now);
  assert.doesNotMatch(keep.kept ?? '', /too many/);
  const after = new Outbox(keep, now);
  assert.deepEqual([after.shown, after.unsent, after.unwanted, after.discardedAfter], [[], [], [], 41]);
  after.settle(100);
  after.stored(clientId, { id: 42 });
  assert.deepEqual(
    after.unwanted.map(({ id }) => id),
    [42],
  );
  assert.deepEqual([after.shown, after.discardedAfter], [[], undefined]);
  assert.equal(new Outbox(keep, now).unwanted.length, 1);
  after.forget(clientId);
  assert.equal(keep.kept, 'null');
});

test('a refused message that is discarded is nowhere, and needs no remembering', () => {
  const outbox = new Outbox(memory());
  const { clientId } = outbox.add('one', now, 0);
  outbox.refused(clientId, 'No.');
  outbox.discard(clientId, now);
  assert.deepEqual(outbox.entries, []);
});

test('a discarded message that is refused, or found deleted, is done with', () => {
  for (const end of [
    (/** @type {Outbox} */ outbox, /** @type {string} */ clientId) => outbox.refused(clientId, 'No.'),
    (/** @type {Outbox} */ outbox, /** @type {string} */ clientId) => outbox.stored(clientId, { id: 7, deleted: true }),
  ]) {
    const outbox = new Outbox(memory());
    const { clientId } = outbox.add('one', now, 0);
    outbox.discard(clientId, now);
    end(outbox, clientId);
    assert.deepEqual(outbox.entries, []);
  }
});

test('a message discarded at the moment it was acknowledged is unwanted at once', () => {
  const outbox = new Outbox(memory());
  const { clientId } = outbox.add('one', now, 0);
  outbox.stored(clientId, { id: 7 });
  outbox.discard(clientId, now);
  assert.equal(outbox.unwanted[0].id, 7);
});

test('the newest 100 discarded are remembered, for a day', () => {
  const keep = memory();
  const outbox = new Outbox(keep);
  const ids = Array.from({ length: 101 }, (_, index) => {
    const { clientId } = outbox.add(`text ${index}`, now, 0);
    outbox.discard(clientId, new Date(now.getTime() + index));
    return clientId;
  });
  assert.equal(outbox.entries.length, 100);
  assert.equal(outbox.find(ids[0]), undefined);
  assert.equal(new Outbox(keep, later(23)).entries.length, 100);
  assert.equal(new Outbox(keep, later(25)).entries.length, 0);
});

test('an outbox of 100 takes no more until some are sent or discarded', () => {
  const outbox = new Outbox(memory());
  const ids = Array.from({ length: OUTGOING_MAX }, () => outbox.add('text', now, 0).clientId);
  assert.ok(outbox.isFull);
  outbox.discard(ids[0], now);
  assert.equal(outbox.isFull, false);
});

test('rubbish in the storage is no outbox', () => {
  for (const rubbish of ['text', 7, [null, 3, { clientId: 'without-a-text' }], {}])
    assert.deepEqual(new Outbox({ read: () => rubbish, write() {} }).entries, []);
});
