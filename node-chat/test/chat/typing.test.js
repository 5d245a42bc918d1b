import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Typing } from '../../src/chat/typing.js';
import { contract } from '../../src/contract.js';

const { typingSeconds, typingListed, typingOnlineMax, presenceMinWindowMs } = contract.limits;
const user = (n) => ({ id: `u${n}`, name: `name ${n}` });

function build(t, online = 10) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const events = [];
  const crowd = { online };
  const typing = new Typing(
    (event) => events.push(event),
    () => crowd.online,
  );
  t.after(() => typing.close());
  return { typing, events, pass: (ms) => t.mock.timers.tick(ms), crowd };
}

test('users who begin to type within a window make one event, with few names', (t) => {
  const { typing, events, pass } = build(t);
  for (let n = 1; n <= 6; n++) typing.begin(user(n));
  pass(presenceMinWindowMs - 1);
  assert.deepEqual(events, []);
  pass(1);
  assert.deepEqual(events, [{ count: 6, users: [1, 2, 3, 4].map(user) }]);
  assert.equal(events[0].users.length, typingListed);
});

test('a user who types on causes no new event, and typing ends some seconds after the last event', (t) => {
  const { typing, events, pass } = build(t);
  typing.begin(user(1));
  for (let seconds = 0; seconds < 9; seconds += 3) {
    pass(3000);
    typing.begin(user(1));
  }
  assert.equal(events.length, 1);
  pass(typingSeconds * 1000);
  pass(presenceMinWindowMs);
  assert.deepEqual(events.slice(1), [{ count: 0, users: [] }]);
  pass(60_000);
  assert.equal(events.length, 2);
});

test('a stored message ends typing, and typing on at once makes a new event', (t) => {
  const { typing, events, pass } = build(t);
  typing.begin(user(1));
  pass(presenceMinWindowMs);
  typing.stop('u1');
  typing.begin(user(1));
  pass(presenceMinWindowMs);
  typing.stop('u1');
  typing.stop('u1');
  pass(presenceMinWindowMs);
  const writes = { count: 1, users: [user(1)] };
  assert.deepEqual(events, [writes, writes, { count: 0, users: [] }]);
});

test('with too many users no event is sent, and earlier typing ends after some seconds', (t) => {
  const { typing, events, pass, crowd } = build(t, typingOnlineMax);
  typing.begin(user(1));
  pass(presenceMinWindowMs);
  crowd.online = typingOnlineMax + 1;
  typing.begin(user(1));
  typing.begin(user(2));
  pass(typingSeconds * 1000);
  pass(presenceMinWindowMs);
  assert.deepEqual(events, [
    { count: 1, users: [user(1)] },
    { count: 0, users: [] },
  ]);
});
