import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Typing } from '../../src/chat/typing.js';
import { contract } from '../../src/contract.js';

const { typingSeconds, typingOnlineMax, gatheringMinMs } = contract.limits;
const user = (n) => ({ id: `u${n}`, name: `name ${n}` });

function build(t, online = 10) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = (ms) => t.mock.timers.tick(ms);
  const events = [];
  const presence = { count: online };
  const typing = new Typing(
    (event) => events.push(event),
    () => {},
    presence,
  );
  t.after(() => typing.close());
  return { typing, events, pass, presence };
}

test('typing goes on with each report, and ends some seconds after the last', (t) => {
  const { typing, events, pass } = build(t);
  typing.begin(user(1));
  for (let seconds = 0; seconds < 9; seconds++) {
    pass(1000);
    typing.begin(user(1));
  }
  pass((typingSeconds - 1) * 1000);
  pass(999); // time for an event, if typing had ended before
  assert.equal(events.length, 1);
  pass(1);
  pass(gatheringMinMs);
  assert.deepEqual(events.slice(1), [{ count: 0, users: [] }]);
  pass(60_000);
  assert.equal(events.length, 2);
});

test('with too many users online reports are ignored, and earlier typing ends after some seconds', (t) => {
  const { typing, events, pass, presence } = build(t, typingOnlineMax);
  typing.begin(user(1));
  pass(gatheringMinMs);
  presence.count = typingOnlineMax + 1;
  typing.begin(user(1));
  typing.begin(user(2));
  pass(typingSeconds * 1000);
  pass(gatheringMinMs);
  assert.deepEqual(events, [
    { count: 1, users: [user(1)] },
    { count: 0, users: [] },
  ]);
});
