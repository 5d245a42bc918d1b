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

test('others who write are named, without oneself', () => {
  const { typing, changes } = build();
  typing.apply({ count: 3, users: [me, bob, eve] });
  assert.deepEqual(typing.writers, { names: ['bob', 'eve'], more: 0 });
  typing.apply({ count: 1, users: [me] });
  assert.deepEqual(typing.writers, { names: [], more: 0 });
  assert.equal(changes(), 2);
});

test('those who are counted and not named are as many more, less oneself who writes', () => {
  const { typing } = build();
  typing.apply({ count: 6, users: [bob, eve] });
  assert.deepEqual(typing.writers, { names: ['bob', 'eve'], more: 4 });
  typing.writing('a');
  typing.apply({ count: 6, users: [bob, eve] });
  assert.equal(typing.writers.more, 3);
});

test('who has written writes no more, and of a server that says nothing more nothing stays', () => {
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

test('while one writes the server is told every three seconds, and anew for the next message', () => {
  const { typing, clock, said } = build();
  typing.writing(' ');
  assert.equal(said(), 0);
  for (; clock.now < 6000; clock.now += 500) typing.writing('words');
  assert.equal(said(), 2);
  typing.sent();
  typing.writing('w');
  assert.equal(said(), 3);
});
