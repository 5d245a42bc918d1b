import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopState, threadBetween, workerStates } from '../../livePage/watch/laneStates.js';

const MS = 250;
const times = (ranMs = 0, turns = 0, waitedMs = 0) => ({ ranNs: ranMs * 1e6, waitedNs: waitedMs * 1e6, turns });
/** @param {number} ranMs @param {number} turns @param {number} [waitedMs] */
const ran = (ranMs, turns, waitedMs) => threadBetween(times(), times(ranMs, turns, waitedMs), MS);

test('a loop that computes is busy, also where it had to wait for a processor', () => {
  assert.equal(loopState(ran(240, 1), 0, MS), 'busy');
  assert.equal(loopState(ran(10, 9, 200), 0, MS), 'busy');
  assert.equal(loopState(ran(20, 40), 3, MS), 'idle');
});

test('a loop that did not run although a request came stands still; one that nobody asked is idle', () => {
  assert.equal(loopState(ran(0, 0), 2 * MS, MS), 'waiting');
  assert.equal(loopState(ran(0, 0), 20, MS), 'idle');
  assert.equal(loopState(ran(1, 3), 2 * MS, MS), 'idle', 'it turned to something');
  assert.equal(loopState(threadBetween(times(), null, MS), 0, MS), 'away');
});

test('a worker with a request that computes nothing waits; one that is known to nobody is taken from the first that seem idle', () => {
  const [still, computing] = [ran(0, 0), ran(250, 2)];
  const seen = [
    { thread: computing, holds: true },
    { thread: still, holds: false },
    { thread: still, holds: true },
    { thread: null, holds: false },
  ];
  assert.deepEqual(workerStates(seen, null), ['busy', 'idle', 'waiting', 'away']);
  assert.deepEqual(workerStates(seen, 2), ['busy', 'idle', 'waiting', 'away'], 'both are known');
  assert.deepEqual(workerStates(seen, 3), ['busy', 'waiting', 'waiting', 'away']);
});
