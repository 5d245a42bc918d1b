import { Agents } from '../agents/agents.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { runLoad } from '../run/runLoad.js';
import { clientOf } from '../runRecord/clientOf.js';
import { usage } from '../sampler/usage.js';

// A sender stands for people: no single connection sends more than this.
const MESSAGES_PER_SENDER = 50;

/**
 * @typedef {object} FanoutResult
 * @property {number} receivers joined @property {number} notJoined
 * @property {number} rate messages/s that were offered
 * @property {number} seconds
 * @property {number} deliveriesPerSecond while messages were sent
 * @property {number} messagesPerEvent mean
 * @property {ReturnType<typeof usage> | null} server null: not a process of this machine
 * @property {Record<string, ReturnType<typeof usage>>} parts of the installation, beside the server
 * @property {{cpuCores: number, loopDelayP99Ms: number, bound: boolean, boundBy: string[],
 *   sendLatenessP95Ms: number}} client bound: by its CPU, by how late it sent, or by how late its event loop ran
 * @property {number} megabytes received
 * @property {import('../ledger/audit.js').Audit} audit
 * @property {string[]} ends why connections ended
 * @property {string | null} storeUnread why the store could not be read at the end, where it was to be
 * @property {import('../run/runLoad.js').LoadSeen} seen what its record is made of
 *
 * @typedef {object} FanoutPlan
 * @property {import('./wire/meaning.js').Target} target
 * @property {import('./wire/meaning.js').Session[]} sessions a receiver for each
 * @property {number} seconds
 * @property {number} [rate] messages/s
 * @property {number} [inFlight] instead of rate: saturation
 * @property {number[]} pids of the server, [] where it is not of this machine
 * @property {Record<string, number>} [parts] pids of the other parts of the installation
 * @property {boolean} [store] whether to read the store when all is measured, so that the audit knows what is stored
 * @property {import('../agents/addresses.js').AgentAddress[] | null} [agents] hosts to spread the receivers over
 * @property {import('../run/loadClient.js').SendWith} [sendWith] what sends; the receivers' sockets unless given
 * @property {number} [settleMs]
 * @property {(line: string) => void} [say]
 */

/**
 * Every message to every receiver, at a rate or with so many messages in flight.
 * @param {FanoutPlan} plan
 * @returns {Promise<FanoutResult>}
 */
export async function runFanout(plan) {
  const { target, sessions, seconds, rate = 0, inFlight, pids, parts = {}, store = false, settleMs, say } = plan;
  const senders = inFlight ?? Math.max(1, Math.ceil(rate / MESSAGES_PER_SENDER));
  const seen = await runLoad(
    {
      ...{ target, store, settleMs, sendWith: plan.sendWith },
      schedule: inFlight === undefined ? { rate, seconds } : { inFlight, seconds },
      population: { users: sessions.length, sessions, senders },
      client: plan.agents ? new Agents(plan.agents) : undefined,
      parts: {
        ...(pids.length > 0 && { server: pids }),
        ...Object.fromEntries(Object.entries(parts).map(([name, pid]) => [name, [pid]])),
      },
    },
    say,
  );
  const { startAt, sentUntil, audit, samples, traffic } = seen;
  const loadOf = (/** @type {string} */ part) => usage(samples.samples, part, startAt, sentUntil);
  const { cpuCores, boundBy } = clientOf(seen, { seconds, processes: 1 });
  return {
    receivers: seen.joined,
    notJoined: sessions.length - seen.joined,
    rate,
    seconds,
    deliveriesPerSecond: traffic.reduce((sum, { delivered }) => sum + (delivered ?? 0), 0) / seconds,
    messagesPerEvent: seen.messagesPerEvent,
    server: pids.length > 0 ? loadOf('server') : null,
    parts: Object.fromEntries(Object.keys(parts).map((part) => [part, loadOf(part)])),
    client: {
      cpuCores,
      loopDelayP99Ms: seen.loopDelayP99Ms ?? 0,
      bound: boundBy.length > 0,
      boundBy,
      sendLatenessP95Ms: sendLateness(seen.ledger.messages).percentile(95),
    },
    megabytes: seen.megabytes,
    audit,
    ends: seen.ends,
    storeUnread: seen.storeUnread,
    seen,
  };
}
