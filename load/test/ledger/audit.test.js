import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit } from '../../src/ledger/audit.js';
import { cleanRun, finished, START } from '../helpers/cleanRun.js';

/** Audits 20 messages that three users received. @param {(run: any) => any} [change] may return another store */
function audited(change = () => {}) {
  const run = cleanRun();
  const received = (name) => run.ledger.receivers.get(name).received;
  const leaveOut = (name, id) => received(name).splice(received(name).indexOf(id), 1);
  const store = change({ ...run, received, leaveOut });
  return audit(finished(run.ledger), store === undefined ? run.store : store);
}

const kinds = ({ findings }) => findings.map(({ kind, id, receiver }) => [kind, id, receiver]);
const gone = (id) => (store) => store.filter((message) => message.id !== id);

test('a clean run has every delivery and no fault, and latencies from the intended time', () => {
  const { sent, acknowledged, stored, due, delivered, findings, ack, delivery } = audited();
  assert.deepEqual([sent, acknowledged, stored, due, delivered, findings], [20, 20, 20, 60, 60, []]);
  assert.deepEqual([Math.round(ack.p50), Math.round(delivery.p99)], [5, 8]);
});

for (const [what, change, named, counts = {}] of [
  [
    'a delivery left out is lost, by message and receiver',
    ({ leaveOut }) => void leaveOut('user 1', 7),
    [['lost', 7, 'user 1']],
    { due: 60, delivered: 59 },
  ],
  [
    'a delivery made twice is duplicated, not out of order',
    ({ received }) => void received('user 2').splice(10, 0, 4),
    [['duplicated', 4, 'user 2']],
  ],
  [
    'two deliveries swapped are one out of order',
    ({ received }) => void received('user 0').splice(4, 2, 6, 5),
    [['out of order', 5, 'user 0']],
  ],
  [
    'messages whose acks name no id have no order, since publishes may overtake each other',
    ({ ledger, clientId, received }) => {
      for (const number of [5, 6]) ledger.messages.get(clientId(number)).id = undefined;
      received('user 0').splice(4, 2, 6, 5);
      return null;
    },
    [],
  ],
  [
    'an acknowledged message that the store does not have is not stored',
    ({ store, leaveOut }) => ['user 0', 'user 1', 'user 2'].map((name) => leaveOut(name, 9)) && gone(9)(store),
    [['acknowledged but not stored', 9, undefined]],
    { lostDeliveries: 0, notStored: 1, stored: 19 },
  ],
  [
    'a message stored under two ids is duplicated',
    ({ store }) => [...store, { ...store[2], id: 21 }],
    [['stored twice', 21, undefined]],
  ],
  [
    'a message stored without an ack has to be delivered too',
    ({ ledger, clientId, leaveOut }) => {
      ledger.messages.set(clientId(5), { sentAt: START + 41 });
      leaveOut('user 0', 5);
    },
    [['lost', 5, 'user 0']],
    { acknowledged: 19 },
  ],
  [
    'a message neither acknowledged nor stored is not lost',
    ({ ledger }) => ledger.sent('r1-0-99-abc', START + 50),
    [],
    { sent: 21, acknowledged: 20 },
  ],
  [
    'messages of others, and of other runs, do not count',
    ({ ledger, store }) => {
      ledger.received('user 0', [{ id: 500, clientId: 'someone-else' }], START + 40);
      ledger.received('user 0', [{ id: 2, clientId: 'r12-0-1-abc' }], START + 41);
      return [...store, { id: 501, clientId: 'r12-0-1-abc' }];
    },
    [],
    { stored: 20 },
  ],
  [
    'without the store, acks and pushes say what was stored',
    ({ leaveOut }) => (leaveOut('user 1', 7), null),
    [['lost', 7, 'user 1']],
    { stored: null },
  ],
  [
    'a message pushed as id and as id + 1 is one push under a wrong id, and no loss',
    ({ ledger, store }) => ledger.received('user 1', [{ ...store[19], id: 21 }], START + 300),
    [['wrong id', 21, 'user 1']],
    { wrongIds: 1, lostDeliveries: 0, duplicated: 0 },
  ],
  [
    'a message pushed under the id of another one is lost at that receiver',
    ({ ledger, store }) => {
      ledger.joined('late', START - 1000);
      ledger.received('late', [...store.slice(0, 6), { ...store[6], id: 8 }, ...store.slice(7)], START + 300);
    },
    [
      ['wrong id', 8, 'late'],
      ['lost', 7, 'late'],
    ],
  ],
  [
    'a text that was not sent is altered at a receiver',
    ({ ledger, store }) => {
      ledger.joined('late', START - 1000);
      const texts = store.map((message) => (message.id === 5 ? { ...message, text: 'something else' } : message));
      ledger.received('late', texts, START + 300);
    },
    [['altered', 5, 'late']],
  ],
  [
    'a text that was not sent is altered in the store',
    ({ store }) => store.map((message) => (message.id === 9 ? { ...message, text: store[9].text } : message)),
    [['altered', 9, undefined]],
    { altered: 1 },
  ],
  [
    'an ack with an id that is not the stored one is false',
    ({ ledger, clientId }) => void (ledger.messages.get(clientId(3)).id = 4),
    [['false ack', 4, undefined]],
    { falseAcks: 1 },
  ],
])
  test(what, () => {
    const result = audited(change);
    assert.deepEqual(kinds(result), named);
    for (const [name, count] of Object.entries(counts)) assert.equal(result[name], count, name);
  });

test('a receiver that joined after the send of a message, or left soon after its ack, does not count', () => {
  const { lostDeliveries, findings } = audited(({ ledger }) => {
    ledger.joined('late', START + 15);
    ledger.joined('early', START - 1000);
    ledger.left('early', START + 100);
  });
  // Messages 1 and 2 went out before "late" joined; "late" received no others. "early" left within 2 s of each ack.
  assert.equal(lostDeliveries, 18);
  assert.ok(findings.every(({ receiver }) => receiver === 'late'));
});

test('a wrong id at the first receiver is a fault of that receiver, not of the others', () => {
  const { ledger } = cleanRun({ messages: 0, receivers: 2 });
  const { store } = cleanRun({ messages: 2 });
  for (const { id, clientId } of store) {
    ledger.sent(clientId, START);
    ledger.acknowledged(clientId, id, START + 5);
  }
  ledger.received('user 0', [store[0], { ...store[0], id: 2 }, store[1]], START + 8);
  ledger.received('user 1', store, START + 8);
  assert.deepEqual(kinds(audit(finished(ledger), store)), [['wrong id', 2, 'user 0']]);
});
