import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Presence } from '../../src/chat/presence.js';

const user = (n) => ({ id: `u${n}`, name: `name ${n}` });

function build(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const events = [];
  const presence = new Presence(
    (event) => events.push(event),
    () => {},
    Infinity,
  );
  return { presence, events, pass: (ms) => t.mock.timers.tick(ms) };
}

test('changes within half a second make one event', (t) => {
  const { presence, events, pass } = build(t);
  presence.join(user(1));
  pass(400);
  presence.join(user(2));
  pass(99);
  assert.deepEqual(events, []);
  pass(1);
  assert.deepEqual(events, [
    { count: 2, joined: { count: 2, users: [user(1), user(2)] }, left: { count: 0, users: [] } },
  ]);
});

test('a user who came and went before an event is not named', (t) => {
  const { presence, events, pass } = build(t);
  for (let i = 0; i < 100_000; i++) presence.join(user(i)); // gathering takes 10 s
  pass(500); // set by the first user
  events.length = 0;
  presence.join(user('x'));
  presence.leave(user('x'));
  pass(3_000);
  presence.join(user('y'));
  pass(7_001);
  assert.deepEqual(events, [
    { count: 100_001, joined: { count: 1, users: [user('y')] }, left: { count: 0, users: [] } },
  ]);
});

test('a user leaves with the last socket: what other tabs do goes on', (t) => {
  const { presence } = build(t);
  presence.join(user('x'));
  presence.join(user('x'));
  assert.deepEqual([presence.leave(user('x')), presence.leave(user('x'))], [false, true]);
  presence.join(user('y'));
  presence.joinRemote(user('y'));
  assert.equal(presence.leave(user('y')), false, 'the user may type at the other process');
});
