import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomes, policyOf } from '../../labs/09-crash/policies.js';
import { makeClientId } from '../../../load/src/ledger/clientIds.js';

const SENDERS = { never: 0, newId: 1, sameId: 2 };

/** @param {keyof typeof SENDERS} policy @param {number} number @param {number} [intendedAt] */
const idOf = (policy, number, intendedAt = 1000) =>
  makeClientId({ run: 'r1', sender: SENDERS[policy], number, intendedAt });

test('each typed text is looked up in the store under all clientIds of its sends', () => {
  const [lost, kept, first, second, once] = [
    idOf('never', 0),
    idOf('never', 3),
    idOf('newId', 1),
    idOf('newId', 1, 2000),
    idOf('sameId', 2),
  ];
  const messages = {
    [lost]: { sentAt: 1, code: 'given_up' },
    [kept]: { sentAt: 1, ackedAt: 2, id: 1 },
    [first]: { sentAt: 1, code: 'given_up' },
    [second]: { sentAt: 2, ackedAt: 3, id: 4 },
    [once]: { sentAt: 1, ackedAt: 3, id: 3 },
  };
  const stored = [kept, first, second].map((clientId) => ({ clientId }));
  const found = outcomes(messages, new Set([lost, first, once]), stored);
  assert.deepEqual(found.never, { typed: 2, unanswered: 1, lost: 1, twice: 0, broken: 0 });
  assert.deepEqual(found.newId, { typed: 1, unanswered: 1, lost: 0, twice: 1, broken: 0 });
  assert.deepEqual(found.sameId, { typed: 1, unanswered: 1, lost: 1, twice: 0, broken: 1 });
  assert.deepEqual([0, 1, 2, 3].map(policyOf), ['never', 'newId', 'sameId', 'never']);
});
