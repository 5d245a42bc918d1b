import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentAddresses } from '../../src/agents/addresses.js';
import { Agents } from '../../src/agents/agents.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { sessionsOf, tinyChat } from '../chat/tinyChat.js';

test('Artillery on two load hosts is one run: what the users of one send is looked for at those of the other', async (t) => {
  const target = await tinyChat(t, { store: (message) => (message.id === 3 ? [] : [message]) });
  const client = new Agents(agentAddresses('local:1,local:2'), 'artillery');
  const plan = { target, client, schedule: { rate: 10, seconds: 1 }, sessions: sessionsOf(5) };
  const { audit, joined, agents } = await runLoad(plan);
  const { sent, acked, stored, expected, delivered, lost, faults } = audit;
  assert.deepEqual([joined, sent, acked, stored], [5, 10, 10, 9]);
  assert.deepEqual([expected, delivered, lost, faults[0].kind], [45, 45, 1, 'acknowledged but not stored']);
  assert.deepEqual(
    agents?.map((agent) => [agent.name, agent.joined]),
    [
      ['local:1', 3],
      ['local:2', 2],
    ],
  );
});
