import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { localAgents } from '../../agents/addresses.js';
import { Agents } from '../../agents/agents.js';
import { mergeParts } from '../../run/mergeParts.js';
import { startBaseline } from '../../benches/baselines.js';
import { nullSessions, nullTarget } from '../../benches/nullTarget.js';
import { auditListeners } from '../../benches/listeners.js';
import { now } from '../../ledger/clock.js';

const sessions = nullSessions(10);

test('a crowd in two processes, at a server in two, accounts for every message at every receiver', async (t) => {
  const server = await startBaseline('nullCluster', ['socket.io', '2', 'r1']);
  const agents = new Agents(localAgents(2));
  t.after(() => {
    agents.close();
    server.stop();
  });
  const target = nullTarget(server.url, 'socket.io');
  await agents.gather();
  assert.deepEqual(await agents.join(target, sessions), { joined: 10, why: null });
  const startAt = now();
  assert.deepEqual(await server.ask({ messages: 4, perSecond: 50 }), { sent: 4 });
  // By the ledger's rule a message has 2 s.
  await sleep(2300);
  const { parts, agents: seen = [] } = await agents.leave({ run: 'r1', startAt, seconds: 2 });
  const { ledger, sizes, ends } = mergeParts(parts);
  const { sent, expected, delivered, lost, duplicated, outOfOrder } = auditListeners(ledger, sizes, 5);
  // Five were promised and four sent: the fifth is lost at all ten.
  assert.deepEqual([sent, expected, delivered, lost, duplicated, outOfOrder], [5, 50, 40, 10, 0, 0]);
  assert.deepEqual([seen.map(({ joined }) => joined), ends], [[5, 5], []]);
  assert.ok(seen.every(({ rssMb, loopDelayP99Ms }) => (rssMb ?? 0) > 10 && loopDelayP99Ms !== null));
});
