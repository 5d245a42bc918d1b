import { setTimeout as sleep } from 'node:timers/promises';
import { Agents } from '../agents/agents.js';
import { agentsSeen, clocksApart, mergeParts, withAgents } from '../agents/mergeParts.js';
import { getSessions } from '../benches/sessions.js';
import { readLastId, readStore } from '../chat/http.js';
import { audit, DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { addDeliveries, senderTraffic } from '../ledger/traffic.js';
import { Sampler } from '../sampler/sampler.js';
import { LATE_ACKS_MS, SETTLE_MS } from './rawLevel.js';

/**
 * One level with the raw client on several hosts: users are spread over them, all join before the clock starts, and what each saw is put together.
 * @param {import('./rawLevel.js').LevelPlan & {settleMs?: number, senders?: number, store?: boolean, sessions?: import('../benches/wire/meaning.js').Session[]}} plan
 *   settleMs: how long joining has to calm down; sessions: of the users, who log in unless given; senders: so many
 *   users send, all unless given; store: false leaves it unread
 * @param {import('../agents/addresses.js').AgentAddress[]} addresses
 * @param {(line: string) => void} say
 * @param {ConstructorParameters<typeof Agents>[1]} [patience]
 * @returns {Promise<import('../runRecord/chatRecord.js').ChatSeen & {sentUntil: number, messagesPerEvent: number, megabytes: number}>} megabytes: received
 * @throws {import('../agents/agentLink.js').AgentFailed} naming the one that did not do its part
 */
export async function agentsLevel(plan, addresses, say, patience) {
  const { target, send, users, rate, seconds, warmUp, parts, settleMs = SETTLE_MS, senders, store = true } = plan;
  const agents = new Agents(addresses, patience);
  /** @type {Sampler | undefined} */
  let sampler;
  try {
    await agents.gather();
    const sessions = plan.sessions ?? (await getSessions(target.url, users));
    const lastId = await readLastId(target.url, sessions[0].cookie);
    const { joined, why } = await agents.join(target, sessions);
    if (why !== null) say(`${users - joined} could not join: ${why}`);
    if (joined === 0) throw new Error(String(why));
    await sleep(settleMs);

    const order = { rate, send, senders, lateAcksMs: LATE_ACKS_MS };
    if (warmUp > 0) await agents.send({ ...order, run: newRunName(), seconds: warmUp });
    await sleep(settleMs / 3);

    const run = newRunName();
    sampler = await Sampler.beside(parts, [process.pid], `${target.url}/metrics`);
    const { startAt, sentUntil } = await agents.send({ ...order, run, seconds });
    await sleep(DRAIN_MS);
    const seen = await agents.leave({ run, startAt, seconds });
    const samples = await sampler.stop();
    sampler = undefined;
    const { stored, storeUnread } = store
      ? await readStore(target.url, sessions[0].cookie, lastId)
      : { stored: null, storeUnread: null };
    const { ledger, sizes, ends, deliveries, loopDelays } = mergeParts(seen);
    const told = agentsSeen(agents, seen, startAt, seconds);
    const delays = told.flatMap(({ loopDelayP99Ms }) => loopDelayP99Ms ?? []);
    return {
      startAt,
      ledger,
      audit: audit(ledger, stored, sizes),
      joined,
      storeUnread,
      ends,
      traffic: addDeliveries(senderTraffic(ledger.messages, startAt, seconds), deliveries),
      samples: withAgents(samples, seen),
      loopDelayP99Ms: delays.length === 0 ? null : Math.max(...delays),
      loopDelays,
      agents: told,
      sentUntil,
      // Every host sees the same events.
      messagesPerEvent: seen[0].events === 0 ? 0 : seen[0].messages / seen[0].events,
      megabytes: seen.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0) / 1e6,
      clocksApart: clocksApart(told),
    };
  } finally {
    agents.close();
    await sampler?.stop();
  }
}
