import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesOf, scheduleOf } from '../../src/schedule/schedule.js';
import { soleShare } from '../../src/schedule/shares.js';

const near = (/** @type {number} */ value, /** @type {number} */ wanted) =>
  assert.ok(Math.abs(value - wanted) < 1e-6, `${value}, not ${wanted}`);

/** @param {Array<number | [number, number]>} rates of equally long phases @param {[number, number, number]} size */
const planned = (rates, [users, rate, seconds]) => {
  const phases = rates.map((times) => ({ name: 'phase', share: 1, rate: times }));
  return [...messagesOf(scheduleOf({ phases, rate: rate * users, seconds }), soleShare(users))];
};

test('at a constant rate message n is due at n / rate, and users send one after the other, in one phase or two', () => {
  for (const rates of [[1], [1, 1]]) {
    const messages = planned(rates, [4, 5, 3]);
    assert.equal(messages.length, 60);
    for (const [n, { at, sender }] of messages.entries()) {
      near(at, n / 20);
      assert.equal(sender, n % 4);
    }
  }
});

test('a rate that rises evenly from 0 sends half as many messages as its final rate', () => {
  const messages = planned([[0, 2]], [10, 1, 10]);
  assert.ok(Math.abs(messages.length - 100) <= 1, `${messages.length}`);
  assert.ok(messages.every(({ at }, n) => n === 0 || at >= messages[n - 1].at));
  const early = messages.filter(({ at }) => at < 5).length;
  assert.ok(Math.abs(early - 25) <= 1, `${early}`);
});

test('a phase of rate 0 sends no messages', () => {
  const messages = planned([0, 1], [2, 5, 2]);
  assert.equal(messages.length, 10);
  assert.ok(messages.every(({ at }) => at >= 1));
});
