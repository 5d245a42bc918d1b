import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEndedSessions } from '../../src/chat/endedSessions.js';

test('a check closes the sockets of sessions that the store has no more, and is repeated if the store is away', async () => {
  const asked = [];
  const closed = [];
  let isAway = true;
  const sessions = {
    forgetAll() {},
    async find(handle) {
      asked.push(handle);
      if (isAway) throw new Error('away');
      return handle === 'open' ? {} : null;
    },
  };
  const sockets = { sessions: () => ['open', 'over'], closeSession: (handle) => closed.push(handle) };
  const endedSessions = createEndedSessions({ sessions, sockets });
  await endedSessions.check();
  assert.deepEqual(asked, []);
  endedSessions.requestCheck();
  await endedSessions.check();
  assert.deepEqual([asked, closed], [['open'], []]);
  isAway = false;
  for (let time = 0; time < 2; time++) await endedSessions.check();
  assert.deepEqual([asked, closed], [['open', 'open', 'over'], ['over']]);
});
