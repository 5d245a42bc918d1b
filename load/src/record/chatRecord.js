import { errorPercent } from '../ledger/errorPercent.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { usagesOf } from '../sampler/usage.js';
import { chatClient } from './clientBound.js';
import { runRecord } from './runRecord.js';
import { series } from './series.js';
import { verdict } from './verdict.js';

// So many faults are named; the counts are of all.
const NAMED = 100;

/** Verdicts of the audit by name, and the count that each is of. */
const AUDITED = /** @type {const} */ ({
  'lost deliveries': 'lost',
  duplicated: 'duplicated',
  'out of order': 'outOfOrder',
  'wrong ids': 'wrongIds',
  altered: 'altered',
  'false acks': 'falseAcks',
});

/**
 * @typedef {object} ChatSeen what clients of a chat saw
 * @property {number} startAt ms since 1970
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {import('../ledger/audit.js').Audit} audit
 * @property {number} joined users
 * @property {string | null} storeUnread why the store could not be read
 * @property {string[]} ends connections that broke, by reason
 * @property {{joined: number, ended: number}} [slow] receivers, and those whose connections the server ended
 * @property {import('./series.js').Traffic[]} traffic
 * @property {import('../sampler/sampler.js').Samples} samples
 * @property {number | null} loopDelayP99Ms @property {Array<{at: number, p99Ms: number}>} loopDelays
 * @property {import('../agents/agentsSeen.js').AgentSeen[]} [agents] of several load hosts
 * @property {string | null} [clocksApart] why nothing can be said of deliveries' latencies
 * @property {number} [messagesPerEvent] @property {number} [megabytes]
 */

/**
 * The record of a run of chat clients.
 * @param {object} run
 * @param {'messages' | 'fanout' | 'connections' | 'chat'} run.kind @param {string} run.command
 * @param {import('./runRecord.js').Plan & {seconds: number}} run.plan
 * @param {'raw' | 'artillery'} run.client @param {number} run.processes of the client
 * @param {import('../server/serverFacts.js').MeasuredServer} run.server
 * @param {string[]} run.parts names of sampled parts of the server
 * @param {string[]} run.serverParts those that the target names as its server
 * @param {ChatSeen} run.seen
 * @param {Record<string, number>} [run.joins] what joining cost the server
 */
export function chatRecord({ kind, command, plan, client, processes, server, parts, serverParts, seen, joins = {} }) {
  const { startAt, ledger, audit, samples, clocksApart = null } = seen;
  const { seconds } = plan;
  const errors = errorPercent(ledger.messages, audit.faults);
  const lateness = sendLateness(ledger.messages);
  return runRecord({
    ...{ kind, command, startAt, seconds, plan },
    client: {
      ...{ name: client, processes, ...chatClient(seen, { seconds, processes }), loopDelayP99Ms: seen.loopDelayP99Ms },
      ...(seen.agents && { agents: seen.agents }),
    },
    server: { ...server, parts: usagesOf(samples.samples, { parts, serverParts, startAt, seconds }) },
    counts: {
      joined: seen.joined,
      ...errors,
      ...{ acknowledged: audit.acked, stored: audit.stored, due: audit.expected, delivered: audit.delivered },
      ...{ lostDeliveries: audit.lost, duplicated: audit.duplicated, outOfOrder: audit.outOfOrder },
      ...{ wrongIds: audit.wrongIds, altered: audit.altered, falseAcks: audit.falseAcks },
      // Of those in time: what comes later nobody waited for.
      acknowledgedPerSecond: (errors.sent - errors.refused - errors.noAck) / seconds,
      broken: seen.ends.length,
      ...(seen.slow && seen.slow.joined > 0 && { slowJoined: seen.slow.joined, slowEnded: seen.slow.ended }),
      deliveriesPerSecond: deliveredOf(seen) / seconds,
      ...(seen.messagesPerEvent !== undefined && { messagesPerEvent: seen.messagesPerEvent }),
      ...joins,
      // Where messages are sent these are not what joining costs.
      ...(kind === 'connections' && { wireMegabytes: seen.megabytes ?? null }),
    },
    errors: ledger.errors,
    histograms: {
      ...{ ack: ledger.ack, sendLateness: lateness.toJSON() },
      ...(clocksApart === null && { delivery: ledger.delivery }),
    },
    latencies: {
      ...{ ack: audit.ack, sendLateness: lateness.summary() },
      ...(clocksApart === null && { delivery: audit.delivery }),
    },
    series: series({
      ...{ startAt, seconds, parts: [...parts, 'client'], samples, loopDelays: seen.loopDelays },
      traffic: clocksApart === null ? seen.traffic : seen.traffic.map((row) => ({ ...row, delivery: null })),
    }),
    verdicts: [
      verdict('users that did not join', plan.users - seen.joined),
      ...(kind === 'connections' ? [] : [verdict('error %', errors.errorPercent)]),
      ...Object.entries(AUDITED).map(([name, count]) => verdict(name, audit[count])),
      verdict('connections that broke', seen.ends.length),
      verdict('store unread', seen.storeUnread === null ? 0 : 1),
    ],
    notes: notesOf(seen),
    faults: audit.faults.slice(0, NAMED),
  });
}

/**
 * @param {ChatSeen} seen
 * @returns {number} deliveries while messages were sent; all of them where seconds are not told apart
 */
const deliveredOf = ({ traffic, audit }) =>
  traffic.every(({ delivered }) => delivered === null)
    ? audit.delivered
    : traffic.reduce((sum, { delivered }) => sum + (delivered ?? 0), 0);

/** @param {ChatSeen} seen @returns {string[]} what a reader has to know of several load hosts */
function notesOf({ agents = [], clocksApart }) {
  const commits = [...new Set(agents.map(({ commit }) => commit))];
  const differ = `the load hosts are of ${commits.length} commits: ${commits.join(', ')}`;
  return [...(clocksApart ? [clocksApart] : []), ...(commits.length > 1 ? [differ] : [])];
}
