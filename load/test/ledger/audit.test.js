import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/ledger/audit.js';
import { cleanRun, finished, START } from './cleanRun.js';

const kinds = ({ faults }) => faults.map(({ kind, id, receiver }) => [kind, id, receiver]);

test('a clean run has every delivery and no fault', () => {
  const { ledger, store } = cleanRun({ messages: 20, receivers: 3 });
  const result = audit(finished(ledger), store);
  assert.deepEqual(result.faults, []);
  const { users, sent, acked, stored, expected, delivered, lost, duplicated, outOfOrder } = result;
  assert.deepEqual(
    { users, sent, acked, stored, expected, delivered, lost, duplicated, outOfOrder },
    { users: 3, sent: 20, acked: 20, stored: 20, expected: 60, delivered: 60, lost: 0, duplicated: 0, outOfOrder: 0 },
  );
});

test('latencies count from the intended time, not from the send', () => {
  const { ledger, store } = cleanRun();
  const { ack, delivery } = audit(finished(ledger), store);
  assert.equal(Math.round(ack.p50), 5);
  assert.equal(Math.round(delivery.p99), 8);
});

test('a delivery left out is lost, by message and receiver', () => {
  const { ledger, store } = cleanRun();
  const { pushed } = ledger.receivers.get('user 1');
  pushed.splice(pushed.indexOf(7), 1);
  const result = audit(finished(ledger), store);
  assert.deepEqual(kinds(result), [['lost', 7, 'user 1']]);
  assert.equal(result.delivered, result.expected - 1);
});

test('a delivery made twice is duplicated, not out of order', () => {
  const { ledger, store } = cleanRun();
  ledger.receivers.get('user 2').pushed.splice(10, 0, 4);
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['duplicated', 4, 'user 2']]);
});

test('two deliveries swapped are one out of order', () => {
  const { ledger, store } = cleanRun();
  const { pushed } = ledger.receivers.get('user 0');
  [pushed[4], pushed[5]] = [pushed[5], pushed[4]];
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['out of order', 5, 'user 0']]);
});

test('an acknowledged message that the store does not have is lost', () => {
  const { ledger, store, clientId } = cleanRun();
  const gone = clientId(9);
  for (const { pushed } of ledger.receivers.values()) pushed.splice(pushed.indexOf(9), 1);
  const result = audit(
    finished(ledger),
    store.filter(({ id }) => id !== 9),
  );
  assert.deepEqual(result.faults, [{ kind: 'acknowledged but not stored', id: 9, clientId: gone }]);
  assert.equal(result.lost, 1);
  assert.equal(result.stored, 19);
});

test('a message stored under two ids is duplicated', () => {
  const { ledger, store } = cleanRun();
  const result = audit(finished(ledger), [...store, { ...store[2], id: 21 }]);
  assert.deepEqual(kinds(result), [['stored twice', 21, undefined]]);
});

test('a message stored without an ack has to be delivered all the same', () => {
  const { ledger, store, clientId } = cleanRun();
  delete ledger.messages.get(clientId(5)).ackedAt;
  delete ledger.messages.get(clientId(5)).id;
  const { pushed } = ledger.receivers.get('user 0');
  pushed.splice(pushed.indexOf(5), 1);
  const result = audit(finished(ledger), store);
  assert.equal(result.acked, 19);
  assert.deepEqual(kinds(result), [['lost', 5, 'user 0']]);
});

test('a message neither acknowledged nor stored is not lost', () => {
  const { ledger, store } = cleanRun();
  ledger.sent('r1-0-99-abc', START + 50);
  const result = audit(finished(ledger), store);
  assert.deepEqual([result.sent, result.acked, result.lost], [21, 20, 0]);
});

test('a receiver that joined after a message was sent, or left before its life was over, does not count', () => {
  const { ledger, store } = cleanRun();
  ledger.joined('late', START + 15);
  ledger.joined('early', START - 1000);
  ledger.left('early', START + 100);
  const result = audit(finished(ledger), store);
  // Message 1 and 2 went out before "late" joined; it had none of the 18 after them. "early" left within 2 s of every ack.
  assert.equal(result.lost, 18);
  assert.ok(result.faults.every(({ receiver }) => receiver === 'late'));
});

test('a receiver that came back has to have read from the store what it missed', () => {
  const { ledger, store } = cleanRun();
  const receiver = ledger.receivers.get('user 1');
  ledger.left('user 1', START + 45);
  ledger.joined('user 1', START + 135);
  receiver.pushed = receiver.pushed.filter((id) => id <= 4 || id > 14);
  ledger.caughtUp('user 1', store.slice(4, 14));
  const clean = audit(finished(ledger), store);
  assert.deepEqual(clean.faults, []);

  receiver.caughtUp = receiver.caughtUp.filter((id) => id !== 8);
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['lost', 8, 'user 1']]);
});

test('reading from the store does not excuse a push that never came', () => {
  const { ledger, store } = cleanRun();
  const { pushed } = ledger.receivers.get('user 1');
  pushed.splice(pushed.indexOf(7), 1);
  ledger.caughtUp('user 1', [store[6]]);
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['lost', 7, 'user 1']]);
});

test('messages of others, and of other runs, are nobody’s business', () => {
  const { ledger, store } = cleanRun();
  ledger.pushed('user 0', [{ id: 500, clientId: 'someone-else' }], START + 40);
  ledger.pushed('user 0', [{ id: 2, clientId: 'r12-0-1-abc' }], START + 41);
  const result = audit(finished(ledger), [...store, { id: 501, clientId: 'r12-0-1-abc' }]);
  assert.deepEqual(result.faults, []);
  assert.equal(result.stored, 20);
});

test('without the store, acks and pushes say what was stored', () => {
  const { ledger } = cleanRun();
  const { pushed } = ledger.receivers.get('user 1');
  pushed.splice(pushed.indexOf(7), 1);
  const result = audit(finished(ledger));
  assert.equal(result.stored, null);
  assert.deepEqual(kinds(result), [['lost', 7, 'user 1']]);
});

test('a message pushed as id and as id + 1 is one push under a wrong id, and no loss', () => {
  const { ledger, store } = cleanRun();
  ledger.pushed('user 1', [{ ...store[19], id: 21 }], START + 300);
  const result = audit(finished(ledger), store);
  assert.deepEqual(kinds(result), [['wrong id', 21, 'user 1']]);
  assert.deepEqual([result.wrongIds, result.lost, result.duplicated], [1, 0, 0]);
});

test('a message pushed under the id of another one is lost at that receiver', () => {
  const { ledger, store } = cleanRun();
  ledger.joined('late', START - 1000);
  ledger.pushed('late', [...store.slice(0, 6), { ...store[6], id: 8 }, ...store.slice(7)], START + 300);
  const result = audit(finished(ledger), store);
  assert.deepEqual(kinds(result), [
    ['wrong id', 8, 'late'],
    ['lost', 7, 'late'],
  ]);
});

test('an id that the first receiver saw at a wrong message is wrong there, not at those that saw it right', () => {
  const ledger = cleanRun({ messages: 0, receivers: 2 }).ledger;
  const { store } = cleanRun({ messages: 2 });
  store.forEach(({ id, clientId }) => {
    ledger.sent(clientId, START);
    ledger.acknowledged(clientId, id, START + 5);
  });
  ledger.pushed('user 0', [store[0], { ...store[0], id: 2 }, store[1]], START + 8);
  ledger.pushed('user 1', store, START + 8);
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['wrong id', 2, 'user 0']]);
});

test('a text that was not sent is altered, at a receiver or in the store', () => {
  const { ledger, store } = cleanRun();
  ledger.joined('late', START - 1000);
  ledger.pushed(
    'late',
    [...store.slice(0, 4), { ...store[4], text: 'something else' }, ...store.slice(5)],
    START + 300,
  );
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['altered', 5, 'late']]);

  const clean = cleanRun();
  clean.store[8] = { ...clean.store[8], text: clean.store[9].text };
  const result = audit(finished(clean.ledger), clean.store);
  assert.deepEqual(kinds(result), [['altered', 9, undefined]]);
  assert.equal(result.altered, 1);
});

test('an ack with an id that is not the stored one is false', () => {
  const { ledger, store, clientId } = cleanRun();
  ledger.messages.get(clientId(3)).id = 4;
  const result = audit(finished(ledger), store);
  assert.deepEqual(result.faults, [{ kind: 'false ack', id: 4, clientId: clientId(3) }]);
  assert.equal(result.falseAcks, 1);
});
