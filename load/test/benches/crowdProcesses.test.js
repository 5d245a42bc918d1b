import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBaseline } from '../../benches/baselines.js';
import { CrowdProcesses } from '../../benches/crowdProcesses.js';

const sessions = Array.from({ length: 10 }, (_, number) => ({ name: `user ${number}`, cookie: '' }));

test('a crowd in two processes, at a server in two, accounts for every message at every receiver', async (t) => {
  const server = await startBaseline('nullCluster', ['socket.io', '2', 'r1']);
  const crowd = new CrowdProcesses(2);
  t.after(() => {
    crowd.close();
    server.stop();
  });
  const { url } = server;
  const target = {
    name: 'null server',
    url,
    wire: /** @type {const} */ ('socket.io'),
    socketUrl: url.replace('http', 'ws'),
  };
  assert.deepEqual(await crowd.join(target, sessions), { joined: 10, why: null });
  assert.deepEqual(await server.ask({ messages: 4, perSecond: 50 }), { sent: 4 });
  // By the ledger's rule a message has 2 s.
  await sleep(2300);
  const { audit, clients, ends } = await crowd.leave('r1', 5);
  const { sent, expected, delivered, lost, duplicated, outOfOrder } = audit;
  // Five were promised and four sent: the fifth is lost at all ten.
  assert.deepEqual([sent, expected, delivered, lost, duplicated, outOfOrder], [5, 50, 40, 10, 0, 0]);
  assert.deepEqual([clients.length, ends], [2, []]);
});
