import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { intendedAtOf, makeClientId, newRunName } from '../../src/ledger/clientIds.js';

const contract = JSON.parse(readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));

test('a clientId fits the contract, even with large numbers, and carries its time to the microsecond', () => {
  const intendedAt = 1_750_000_000_123.456;
  const clientId = makeClientId({ run: newRunName(), sender: 1e6, number: 1e9, intendedAt });
  assert.match(clientId, new RegExp(contract.patterns.clientId));
  assert.equal(intendedAtOf(clientId), intendedAt);
});
