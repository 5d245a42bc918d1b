import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesOf, scheduleOf } from '../../src/schedule/schedule.js';
import { sharesOf } from '../../src/schedule/shares.js';

test('in an open loop one agent and one sender send each message, at its time', () => {
  const shares = sharesOf([3, 0, 1, 2]);
  assert.deepEqual(
    shares,
    [[0, 3, 5], [], [1], [2, 4]].map((senders) => ({ senderCount: 6, senders })),
  );
  const all = shares.flatMap((share) => {
    const messages = [...messagesOf(scheduleOf({ rate: 10, seconds: 1.4 }), share)];
    assert.deepEqual(
      messages,
      messages.toSorted((one, other) => one.at - other.at),
    );
    for (const { number, sender, at } of messages)
      assert.deepEqual([share.senders[sender], at], [number % 6, number / 10]);
    return messages.map(({ number }) => number);
  });
  assert.deepEqual(
    all.toSorted((one, other) => one - other),
    Array.from({ length: 14 }, (_, number) => number),
  );
});

test('a small number of senders is spread evenly over the agents', () => {
  const [one, two] = sharesOf([4, 4], 3);
  assert.deepEqual([one.senderCount, one.senders, two.senders], [3, [0, 2], [1]]);
});
