import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopState, shareBetween, workerStates } from '../../livePage/laneStates.js';
import { rowsOf } from '../../livePage/page/lanesOption.js';

const MS = 1e6;

test('a thread that computes, or is ready to compute, is busy', () => {
  const before = { ranNs: 0, waitedNs: 0, timeslices: 1 };
  const share = (/** @type {number} */ ranMs, /** @type {number} */ waitedMs) =>
    shareBetween(before, { ranNs: ranMs * MS, waitedNs: waitedMs * MS, timeslices: 2 }, 250);
  assert.equal(loopState(share(130, 0), 0, 250), 'busy');
  assert.equal(loopState(share(40, 100), 0, 250), 'busy');
  assert.equal(loopState(share(40, 0), 0, 250), 'idle');
  assert.equal(loopState(shareBetween(before, null, 250), 0, 250), 'away');
});

test('a loop that has not run although a request came is waiting', () => {
  const asleep = shareBetween({ ranNs: 9, waitedNs: 0, timeslices: 4 }, { ranNs: 9, waitedNs: 0, timeslices: 4 }, 250);
  assert.equal(loopState(asleep, 0, 250), 'idle');
  assert.equal(loopState(asleep, 300, 250), 'waiting');
  assert.equal(loopState({ share: 0.01, ran: true }, 300, 250), 'idle');
});

test('requests that no computing worker has keep the first idle workers waiting', () => {
  const [busy, idle] = [0.9, 0].map((share) => ({ share, ran: true }));
  assert.deepEqual(workerStates([busy, idle, idle], 1), ['busy', 'idle', 'idle']);
  assert.deepEqual(workerStates([idle, busy, idle], 2), ['waiting', 'busy', 'idle']);
  assert.deepEqual(workerStates([null], 1), ['away']);
});

test('equal looks make one stretch, and looks far apart leave a gap', () => {
  /** @param {number} at @param {string} loop @param {number | null} [waiting] @returns {any} */
  const look = (at, loop, waiting = null) => {
    return { at, chats: { laravel: { loop, workers: ['busy', 'waiting'], waiting } } };
  };
  const rows = rowsOf({
    at: 10_000,
    waits: [],
    marks: [],
    chats: [{ name: 'laravel', title: 'Laravel', targets: [] }],
    looks: [look(1000, 'idle'), look(1250, 'busy'), look(1500, 'busy', 4), look(1750, 'idle'), look(9000, 'idle')],
  });
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Laravel loop', '2 workers', '', 'their queue'],
  );
  assert.deepEqual(
    rows[0].stretches.map(([from, to]) => [from, to]),
    [
      [-9, -9],
      [-9, -8.5],
      [-8.5, -8.25],
    ],
  );
  assert.deepEqual(rows[3].stretches, [[-8.75, -8.5, 4, 1]]);
});
