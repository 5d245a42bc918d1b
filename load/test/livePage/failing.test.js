import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failing } from '../../livePage/driver/failing.js';

const ack = (/** @type {number} */ p95, count = 100) => ({ count, p50: p95, p95, p99: p95, max: p95 });
const second = (/** @type {number} */ p95, other = {}) => ({
  sent: 100,
  refused: 0,
  waiting: 0,
  ack: ack(p95),
  ...other,
});

test('a chat gives way where it is too slow for so many seconds in a row, not in one', () => {
  const failing = new Failing({ ackP95Ms: 1000, errorPercent: 1, seconds: 3 });
  for (const p95 of [1500, 1500, 10, 1500, 1500]) assert.equal(failing.look(second(p95)), null);
  assert.equal(failing.look(second(1500)), 'gave way: ack p95 1500 ms at 100 messages/s');
});

test('it gives way where it refuses, or answers nothing any more', () => {
  const stopAt = { ackP95Ms: 1000, errorPercent: 1, seconds: 1 };
  assert.match(`${new Failing(stopAt).look(second(5, { refused: 2 }))}`, /2 % refused/);
  assert.match(`${new Failing(stopAt).look(second(0, { ack: ack(0, 0) }))}`, /no ack at 100 messages\/s/);
  assert.equal(new Failing(stopAt).look(second(5, { refused: 1 })), null);
  assert.equal(new Failing(undefined).look(second(1e6)), null, 'a scenario without an end of its own');
});
