import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attendance } from '../../src/chat/attendance.js';
import { Shape } from '../../src/workload/shape.js';

test('who fails to come back takes no session from those who have yet to join', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const phases = [
    { name: 'half', share: 1, users: 0.5 },
    { name: 'storm', share: 1, users: 0.5, reconnect: 1 },
    { name: 'all', share: 1, users: 1 },
  ];
  const shape = new Shape(
    {
      ...{ title: 'a', about: 'a', seconds: 3, phases },
      slowReceivers: { users: 1 / 3, bytesPerSecond: 1000 },
    },
    { users: 6, rate: 1, seconds: 3 },
  );
  const sessions = Array.from({ length: 6 }, (_, number) => ({ name: `user ${number}`, cookie: '' }));
  const target = { name: 'nobody', url: '', wire: /** @type {const} */ ('socket.io'), socketUrl: '' };
  const attendance = new Attendance({ target, shape, sessions, lastId: 0, onReturn: () => {} });
  /** @type {string[]} */
  const joined = [];
  attendance.crowd.join = async (asked) => {
    for (const session of asked) {
      joined.push(session.name);
      const connection = /** @type {any} */ ({ close() {} });
      const { crowd } = attendance;
      crowd.members.push({
        ...{ name: session.name, session, connection },
        ...{ stays: [{ from: 0, to: null }], sequence: [], caughtUp: [] },
      });
    }
  };
  attendance.slow.join = async () => {};
  attendance.crowd.rejoin = async () => {
    throw new Error('refused');
  };
  await attendance.gather();
  let at = 0;
  const end = attendance.follow(() => at);
  const until = async (/** @type {number} */ seconds) => {
    at = seconds;
    t.mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await until(1.1);
  assert.equal(attendance.crowd.ends.length, 2);
  await until(2.1);
  end();
  assert.deepEqual(joined, ['user 0', 'user 1', 'user 2', 'user 3'], 'the last two are slow receivers');
});
