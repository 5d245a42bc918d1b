import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { intendedAtOf, isOfRun, makeClientId, newRunName } from '../../src/ledger/clientIds.js';

const contract = JSON.parse(readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));

test('a clientId carries its intended time to the microsecond', () => {
  const intendedAt = 1_750_000_000_123.456;
  const clientId = makeClientId({ run: 'r1', sender: 12, number: 34, intendedAt });
  assert.equal(intendedAtOf(clientId), intendedAt);
});

test('a clientId fits the contract, even with large numbers', () => {
  const clientId = makeClientId({ run: newRunName(), sender: 1e6, number: 1e9, intendedAt: Date.now() });
  assert.match(clientId, new RegExp(contract.patterns.clientId));
});

test('a run does not count messages of a run whose name begins the same way', () => {
  assert.equal(isOfRun(makeClientId({ run: 'r12', sender: 0, number: 0, intendedAt: 1 }), 'r1'), false);
  assert.equal(isOfRun(makeClientId({ run: 'r1', sender: 0, number: 0, intendedAt: 1 }), 'r1'), true);
});

test('runs that begin at the same moment have different names', () => {
  assert.equal(new Set(Array.from({ length: 2000 }, newRunName)).size, 2000);
});
