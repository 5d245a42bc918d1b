import { Agents } from '../agents/agents.js';
import { runLoad } from '../run/runLoad.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { usage } from '../sampler/usage.js';
import { sendersFor } from './fanout.js';

/**
 * Fan-out under an open-loop rate, with the receivers spread over several load hosts.
 * @param {Pick<import('./fanout.js').FanoutPlan, 'target' | 'sessions' | 'seconds' | 'pids' | 'parts' | 'store'> & {rate: number, settleMs?: number, say: (line: string) => void}} plan
 * @param {import('../agents/addresses.js').AgentAddress[]} addresses
 * @returns {Promise<import('./fanout.js').FanoutResult>}
 * @throws {import('../agents/agentLink.js').AgentFailed}
 */
export async function fanoutOverAgents(plan, addresses) {
  const { target, sessions, seconds, rate, pids, parts = {}, store = false, settleMs, say } = plan;
  const watched = {
    ...(pids.length > 0 && { server: pids }),
    ...Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, [pid]])),
  };
  const { sentUntil, messagesPerEvent, megabytes, ...seen } = await runLoad(
    {
      ...{ target, schedule: { rate, seconds }, client: new Agents(addresses), parts: watched, store, settleMs },
      population: { users: sessions.length, sessions, senders: sendersFor(rate) },
    },
    say,
  );
  if (seen.joined < sessions.length) throw new Error(`${sessions.length - seen.joined} could not join.`);
  const { startAt, audit, samples, agents = [], traffic } = seen;
  const loadOf = (/** @type {string} */ part) => usage(samples.samples, part, startAt, sentUntil);
  const boundBy = agents.flatMap(({ name, boundBy: by }) => by.map((one) => `${one} of ${name}`));
  return {
    receivers: seen.joined,
    rate,
    seconds,
    deliveriesPerSecond: traffic.reduce((sum, { delivered }) => sum + (delivered ?? 0), 0) / seconds,
    messagesPerEvent,
    server: pids.length > 0 ? loadOf('server') : null,
    parts: Object.fromEntries(Object.keys(parts).map((part) => [part, loadOf(part)])),
    client: {
      cpuCores: agents.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
      loopDelayP99Ms: seen.loopDelayP99Ms ?? 0,
      bound: boundBy.length > 0,
      boundBy,
      sendLatenessP95Ms: sendLateness(seen.ledger.messages).percentile(95),
    },
    megabytes,
    audit,
    ends: seen.ends,
    storeUnread: seen.storeUnread,
    seen: { ...seen, sentSeconds: (sentUntil - startAt) / 1000 },
  };
}
