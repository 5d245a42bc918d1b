import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTyping } from '../chat/typing.js';

const [me, bob, eve] = ['ann', 'bob', 'eve'].map((name) => ({ id: name, name }));

function build(seconds = 5) {
  const clock = { now: 0 };
  const calls = { sent: 0, changed: 0 };
  const typing = createTyping({
    me,
    seconds,
    send: () => calls.sent++,
    changed: () => calls.changed++,
    now: () => clock.now,
  });
  return { typing, clock, calls };
}

test('others who type are named or counted, without the user', () => {
  const { typing, calls } = build();
  typing.apply({ count: 3, users: [me, bob, eve] });
  assert.deepEqual(typing.writers, { count: 2, names: ['bob', 'eve'] });
  typing.apply({ count: 6, users: [bob, eve] });
  assert.deepEqual(typing.writers, { count: 6, names: ['bob', 'eve'] });
  typing.apply({ count: 1, users: [me] });
  assert.deepEqual(typing.writers, { count: 0, names: [] });
  assert.equal(calls.changed, 3);
});

test('a user who types beside many others is not one of those that are not named', () => {
  const { typing, clock } = build();
  typing.writing('words');
  typing.apply({ count: 4, users: [bob, eve] });
  assert.deepEqual(typing.writers, { count: 3, names: ['bob', 'eve'] });
  typing.apply({ count: 2, users: [bob, eve] });
  assert.equal(typing.writers.count, 2);
  clock.now += 5000;
  typing.apply({ count: 4, users: [bob, eve] });
  assert.equal(typing.writers.count, 4);
});

test('a user whose message came has stopped typing, and after a break no one is known to type', () => {
  const { typing } = build();
  typing.apply({ count: 2, users: [bob, eve] });
  typing.wrote([{ user: bob }]);
  assert.deepEqual(typing.writers, { count: 1, names: ['eve'] });
  typing.forget();
  assert.deepEqual(typing.writers, { count: 0, names: [] });
});

test('while the user types an event goes to the server before the last one ends, and anew for the next message', () => {
  const { typing, clock, calls } = build();
  typing.writing(' ');
  assert.equal(calls.sent, 0);
  for (; clock.now < 6000; clock.now += 500) typing.writing('words');
  assert.equal(calls.sent, 2);
  typing.sent();
  typing.writing('w');
  assert.equal(calls.sent, 3);
});

test('the server says how long an event counts', () => {
  const { typing, clock, calls } = build(10);
  typing.writing('words');
  clock.now += 5500;
  typing.writing('words');
  assert.equal(calls.sent, 1);
  typing.apply({ count: 4, users: [bob, eve] });
  assert.equal(typing.writers.count, 3);
  clock.now += 500;
  typing.writing('words');
  assert.equal(calls.sent, 2);
});
