import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesOf, scheduleOf } from '../../src/schedule/schedule.js';
import { sharedTurns } from '../../src/schedule/turns.js';

test('in an open loop one agent and one sender send each message, at its time', () => {
  const { senders, turns } = sharedTurns([3, 0, 1, 2]);
  assert.deepEqual([senders, turns], [6, [[0, 3, 5], [], [1], [2, 4]]]); // prettier-ignore
  const all = turns.flatMap((own) => {
    const mine = [...messagesOf(scheduleOf({ rate: 10, seconds: 1.4 }), { senders, turns: own })];
    assert.deepEqual(
      mine,
      mine.toSorted((one, other) => one.at - other.at),
    );
    for (const { number, sender, at } of mine) assert.deepEqual([own[sender], at], [number % senders, number / 10]);
    return mine.map(({ number }) => number);
  });
  assert.deepEqual(
    all.toSorted((one, other) => one - other),
    Array.from({ length: 14 }, (_, number) => number),
  );
});

test('a small number of senders is spread evenly over the agents', () => {
  assert.deepEqual(sharedTurns([4, 4], 3), { senders: 3, turns: [[0, 2], [1]] });
});
