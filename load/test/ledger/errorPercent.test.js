import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClientId } from '../../src/ledger/clientIds.js';
import { countMissingAcks, errorPercent } from '../../src/ledger/errorPercent.js';
import { Ledger } from '../../src/ledger/ledger.js';

const INTENDED = 1_800_000_000_000;
const clientId = (/** @type {number} */ number) => makeClientId({ run: 'r1', sender: 0, number, intendedAt: INTENDED });

test('error % counts messages that were refused, unacknowledged for 5 s or lost, each once', () => {
  const sent = { sentAt: INTENDED };
  const acked = { ...sent, ackedAt: INTENDED + 20, id: 1 };
  const messages = {
    [clientId(0)]: acked,
    [clientId(1)]: { ...sent, code: 'too_many_messages' },
    [clientId(2)]: sent,
    [clientId(3)]: { ...acked, ackedAt: INTENDED + 5001 },
    [clientId(4)]: acked,
    [clientId(5)]: acked,
    [clientId(6)]: { ...acked, ackedAt: INTENDED + 4999 },
    [clientId(7)]: acked,
  };
  /** @type {any[]} */
  const findings = [
    { kind: 'lost', id: 1, clientId: clientId(4), receiver: 'a' },
    { kind: 'lost', id: 1, clientId: clientId(4), receiver: 'b' },
    { kind: 'acknowledged but not stored', id: 2, clientId: clientId(5) },
    { kind: 'lost', id: 3, clientId: clientId(3), receiver: 'a' },
    { kind: 'duplicated', id: 4, clientId: clientId(7), receiver: 'a' },
  ];
  assert.deepEqual(errorPercent(messages, findings), { sent: 8, refused: 1, noAck: 2, lost: 2, errorPercent: 62.5 });
});

test('a message without an answer 5 s after its intended time is an error, however late it was sent', () => {
  const ledger = new Ledger('r1').toJSON();
  const sent = { sentAt: INTENDED };
  ledger.messages = {
    [clientId(0)]: sent,
    [clientId(1)]: { ...sent, code: 'store_unavailable' },
    [clientId(2)]: { sentAt: INTENDED + 3000, ackedAt: INTENDED + 5001, id: 1 },
    [clientId(3)]: { ...sent, ackedAt: INTENDED + 4999, id: 2 },
  };
  countMissingAcks(ledger);
  assert.deepEqual(ledger.errors, { ack_timeout: 2 });
});
