import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { CALL_LIMITS, LAB_CALLS, WHERE } from '../../livePage/labCalls.js';

// The page's script has labCalls.js in it, which therefore reads no file.
const { lab } = JSON.parse(fs.readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));

test('the places, and the longest call, are those of contract.json', () => {
  assert.deepEqual(WHERE, lab.where);
  assert.equal(CALL_LIMITS.ms, lab.msMax);
});

test('no more calls may be under way than may wait at one place of a chat: none of them is refused for that', () => {
  assert.ok(CALL_LIMITS.underWay <= lab.waitingMax);
});

test('each button is a lab call of contract.json, within its bounds', () => {
  for (const { key, what, amount } of LAB_CALLS) {
    assert.ok(lab.what.includes(what), key);
    const { cost = lab.hashCostMin } = /** @type {{cost?: number}} */ (amount ?? {});
    assert.ok(cost >= lab.hashCostMin && cost <= lab.hashCostMax, key);
  }
});
