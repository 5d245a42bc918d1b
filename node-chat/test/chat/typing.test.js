import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Typing } from '../../src/chat/typing.js';
import { contract } from '../../src/contract.js';

const { typingSeconds, typingOnlineMax, presenceMinWindowMs } = contract.limits;
const user = (n) => ({ id: `u${n}`, name: `name ${n}` });

function build(t, online = 10) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const pass = (ms) => {
    clock += ms;
    t.mock.timers.tick(ms);
  };
  const events = [];
  const crowd = { online };
  const typing = new Typing(
    (event) => events.push(event),
    () => crowd.online,
  );
  t.after(() => typing.close());
  return { typing, events, pass, crowd };
}

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
