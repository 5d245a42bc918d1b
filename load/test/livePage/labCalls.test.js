import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { CALL_LIMITS, LAB_CALLS, WHERE } from '../../livePage/labCalls.js';

// The page's script has labCalls.js in it, which therefore reads no file.
const { lab, limits } = JSON.parse(
  fs.readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'),
);

test('the places, and the longest call, are those of contract.json', () => {
  assert.deepEqual(WHERE, lab.where);
  assert.equal(CALL_LIMITS.ms, lab.msMax);
});

test('no more calls may be under way than may wait at one place of a chat: none of them is refused for that', () => {
  assert.ok(CALL_LIMITS.underWay <= lab.waitingMax);
});

test('every lab call of contract.json has a button, and no button has another', () => {
  assert.deepEqual([...new Set(LAB_CALLS.map(({ what }) => what))].sort(), [...lab.what].sort());
});

test('no button asks for more than contract.json allows', () => {
  /** @type {Record<string, [number, number]>} */
  const bounds = {
    fibonacci: [0, lab.fibonacciMax],
    bytes: [1, lab.leakMaxBytes],
    cost: [lab.hashCostMin, lab.hashCostMax],
  };
  for (const { key, amount, bytes } of LAB_CALLS) {
    if (bytes !== undefined) assert.ok(bytes <= limits.bodyMaxBytes, key);
    if (amount === undefined) continue;
    const [least, most] = bounds[amount.field];
    assert.ok(amount.value >= least && amount.value <= most, key);
  }
});
