import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from '../survival/findings.js';

const user = { id: 'u', name: 'ann' };
const message = (/** @type {number} */ id, clientId = `c${id}`) => ({ id, user, text: 'a', at: 'now', clientId });
const stored = [message(5), message(6), message(7)];

/** @param {any[]} list @param {any[]} [acknowledged] */
const survivor = (list, acknowledged = stored) => ({
  list,
  acknowledged: new Map(acknowledged.map((each) => [each.clientId, each])),
});

/** What did not hold. @param {any[]} store @param {any[]} survivors @param {string[]} [silent] */
const broken = (store, survivors, silent = []) =>
  findingsOf(store, 5, survivors, silent)
    .filter(({ held }) => !held)
    .map(({ said }) => said);

test('a store, its acknowledgements and its lists that agree hold', () => {
  assert.deepEqual(broken(stored, [survivor(stored), survivor(stored, [])]), []);
});

test('an acknowledged message that is not in the store is found', () => {
  const lost = broken(stored.slice(0, 2), [survivor(stored.slice(0, 2))]);
  assert.deepEqual(lost, ['every acknowledged message is in the store as it was acknowledged']);
});

test('an acknowledged message that is another in the store is found', () => {
  const changed = [stored[0], { ...stored[1], text: 'b' }, stored[2]];
  assert.ok(
    broken(changed, [survivor(changed)]).includes('every acknowledged message is in the store as it was acknowledged'),
  );
});

test('a message that is stored twice is found', () => {
  const twice = [...stored, message(8, 'c7')];
  assert.deepEqual(broken(twice, [survivor(twice)]), ['no message is in the store twice']);
});

test('a hole in the ids is found', () => {
  const holed = [message(5), message(7)];
  assert.ok(broken(holed, [survivor(holed, [])]).includes('ids are dense'));
});

test('a list that lacks a message, has one twice or in another order is found', () => {
  for (const list of [stored.slice(1), [...stored, stored[2]], stored.toReversed()]) {
    assert.deepEqual(broken(stored, [survivor(stored), survivor(list)]), [
      'all 2 clients end with the same list in the same order',
    ]);
  }
});

test('a client whose message was never acknowledged is found', () => {
  assert.deepEqual(broken(stored, [survivor(stored)], ['no answer']), ['every message was acknowledged in the end']);
});
