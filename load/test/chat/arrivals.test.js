import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivalPhase } from '../../chat/arrivals.js';

test('one target gets exactly its users', () => {
  assert.equal(arrivalPhase({ users: 50, targets: 1, workers: 1 }).arrivalCount, 50);
});

test('two targets get so many arrivals that both sides fill up, though each arrival’s side is drawn at random', () => {
  for (const users of [1, 5, 50, 500]) {
    const { arrivalCount } = arrivalPhase({ users, targets: 2, workers: 1 });
    let short = 0;
    for (let draw = 0; draw < 1000; draw++) {
      let node = 0;
      for (let arrival = 0; arrival < arrivalCount; arrival++) if (Math.random() < 0.5) node++;
      if (node < users || arrivalCount - node < users) short++;
    }
    assert.ok(short <= 5, `${users} users: ${short} of 1000 draws leave a side short`);
  }
});

test('several workers share a whole rate that brings at least as many', () => {
  const { arrivalRate, duration } = arrivalPhase({ users: 50, targets: 2, workers: 7 });
  assert.ok(Number.isInteger(arrivalRate) && arrivalRate * duration >= 146);
});

test('arrivals stay below the rate at which Artillery’s timer keeps a core busy', () => {
  const { arrivalCount, duration } = arrivalPhase({ users: 1000, targets: 2, workers: 1 });
  assert.ok(arrivalCount / duration < 40);
});
