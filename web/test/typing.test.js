import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTyping } from '../chat/typing.js';

const [me, bob, eve] = ['ann', 'bob', 'eve'].map((name) => ({ id: name, name }));

function build() {
  const clock = { now: 0 };
  let said = 0;
  let changes = 0;
  /** @type {(() => void)[]} */
  const later = [];
  const typing = createTyping({
    me,
    say: () => said++,
    changed: () => changes++,
    now: () => clock.now,
    later: (step) => later.push(step),
  });
  return { typing, clock, later, said: () => said, changes: () => changes };
}

test('others who type are named, without the user', () => {
  const { typing, changes } = build();
  typing.apply({ count: 3, users: [me, bob, eve] });
  assert.deepEqual(typing.writers, { names: ['bob', 'eve'], more: 0 });
  typing.apply({ count: 1, users: [me] });
  assert.deepEqual(typing.writers, { names: [], more: 0 });
  assert.equal(changes(), 2);
});

test('users counted without a name are shown as a number, without the user who types', () => {
  const { typing } = build();
  typing.apply({ count: 6, users: [bob, eve] });
  assert.deepEqual(typing.writers, { names: ['bob', 'eve'], more: 4 });
  typing.writing('a');
  typing.apply({ count: 6, users: [bob, eve] });
  assert.equal(typing.writers.more, 3);
});

test('a user whose message came has stopped typing, and the list ends without news from the server', () => {
  const { typing, later, changes } = build();
  typing.apply({ count: 2, users: [bob, eve] });
  typing.wrote([{ user: bob }]);
  assert.deepEqual(typing.writers.names, ['eve']);
  typing.wrote([{ user: me }]);
  typing.apply({ count: 1, users: [eve] });
  later[0]();
  assert.deepEqual(typing.writers.names, ['eve']);
  later[1]();
  assert.deepEqual(typing.writers.names, []);
  assert.equal(changes(), 4);
});

test('while the user types an event goes to the server every three seconds, and anew for the next message', () => {
  const { typing, clock, said } = build();
  typing.writing(' ');
  assert.equal(said(), 0);
  for (; clock.now < 6000; clock.now += 500) typing.writing('words');
  assert.equal(said(), 2);
  typing.sent();
  typing.writing('w');
  assert.equal(said(), 3);
});
