import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attendance } from '../../src/chat/attendance.js';
import { shapeOf } from '../../src/workload/shape.js';

test('in a storm each sender breaks off once and comes back, or is told to be gone; slow receivers stay', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const phases = [
    { name: 'calm', share: 1 },
    { name: 'storm', share: 1, reconnect: 1 },
  ];
  const slowReceivers = { users: 1 / 3, bytesPerSecond: 1000 };
  const shape = shapeOf({ phases, slowReceivers }, { users: 3, rate: 1, seconds: 2 });
  const sessions = Array.from({ length: 3 }, (_, number) => ({ name: `user ${number}`, cookie: '' }));
  const target = { name: 'nobody', url: '', wire: /** @type {const} */ ('socket.io'), socketUrl: '' };
  const attendance = new Attendance({ target, shape, sessions });
  /** @type {Record<'crowd' | 'slow', string[]>} */
  const joined = { crowd: [], slow: [] };
  for (const name of /** @type {const} */ (['crowd', 'slow'])) {
    const crowd = attendance[name];
    crowd.join = async (asked) => {
      for (const session of asked) {
        joined[name].push(session.name);
        const connection = /** @type {any} */ ({ close() {} });
        const member = { name: session.name, session, connection, stays: [{ from: 0, to: null }] };
        crowd.members.push({ ...member, sequence: [], caughtUp: [] });
      }
    };
    crowd.rejoin = async ({ name: who }) => {
      throw new Error(`${who} refused`);
    };
  }
  await attendance.gather();
  assert.deepEqual(joined, { crowd: ['user 0', 'user 1'], slow: ['user 2'] });
  let at = 0;
  const end = attendance.follow(() => at);
  for (at of [0.5, 1.1, 1.2]) {
    t.mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  end();
  assert.deepEqual(attendance.crowd.ends, ['did not come back: user 0 refused', 'did not come back: user 1 refused']);
  assert.deepEqual(attendance.slow.ends, []);
});
