import { auditCounts, auditVerdicts } from './auditCounts.js';
import { errorPercent } from '../ledger/errorPercent.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { clientFacts } from './clientFacts.js';
import { series } from './series.js';
import { usagesOf } from '../sampler/usage.js';
import { clientOf } from './clientOf.js';
import { verdict } from './verdict.js';

// So many faults are named; the counts are of all.
const NAMED = 100;

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
 */

/**
 * What a run that chats showed, as a run record.
 * @param {object} run
 * @param {'messages' | 'fanout' | 'connections' | 'chat'} run.kind
 * @param {string} run.command
 * @param {{target: string, users: number, rate?: number, inFlight?: number, ratePerUser?: number, repetition?: number,
 *   warmUpSeconds?: number, codePath?: string, workload?: string, seconds: number}} run.plan
 * @param {'raw' | 'artillery' | 'ab'} run.client @param {number} run.processes of the client
 * @param {import('../server/serverFacts.js').MeasuredServer} run.server
 * @param {string[]} run.parts names of sampled parts of the server
 * @param {string[]} run.serverParts those that the target names as its server
 * @param {ChatSeen & {messagesPerEvent?: number, megabytes?: number}} run.seen
 * @param {Record<string, number>} [run.joins] what joining cost the server
 */
export function chatRecord({
  kind,
  command,
  plan: { seconds, ...plan },
  client,
  processes,
  server,
  parts,
  serverParts,
  seen,
  joins = {},
}) {
  const { startAt, ledger, audit, samples } = seen;
  const sampled = samples.samples;
  const errors = errorPercent(ledger.messages, audit.faults);
  const lateness = sendLateness(ledger.messages);
  const { cpuCores, rssMb, boundBy } = clientOf(seen, { seconds, processes });
  const clocksApart = seen.clocksApart ?? null;
  const counts = {
    joined: seen.joined,
    ...errors,
    ...auditCounts(audit),
    // Of those in time: what comes later nobody waited for.
    acknowledgedPerSecond: (errors.sent - errors.refused - errors.noAck) / seconds,
    broken: seen.ends.length,
    ...(seen.slow && seen.slow.joined > 0 && { slowJoined: seen.slow.joined, slowEnded: seen.slow.ended }),
    deliveriesPerSecond: deliveredOf(seen) / seconds,
    ...(seen.messagesPerEvent !== undefined && { messagesPerEvent: seen.messagesPerEvent }),
    ...joins,
    // Where messages are sent these are not what joining costs.
    ...(kind === 'connections' && { wireMegabytes: seen.megabytes ?? null }),
    ...(sampled.length > 1 && {
      samplerCpuCores: (samples.cpuSeconds / (sampled[sampled.length - 1].at - sampled[0].at)) * 1000,
    }),
  };
  return {
    format: 'chat-load-run/1',
    kind,
    command,
    startedAt: new Date(startAt).toISOString(),
    seconds,
    plan: { ...plan, seconds },
    client: {
      name: client,
      ...clientFacts(),
      processes,
      cpuCores,
      rssMb,
      loopDelayP99Ms: seen.loopDelayP99Ms,
      bound: boundBy.length > 0,
      boundBy,
      ...(seen.agents && { agents: seen.agents }),
    },
    server: { ...server, parts: usagesOf(sampled, { parts, serverParts, startAt, seconds }) },
    counts,
    errors: ledger.errors,
    histograms: {
      ack: ledger.ack,
      ...(clocksApart === null && { delivery: ledger.delivery }),
      sendLateness: lateness.toJSON(),
    },
    latencies: {
      ack: audit.ack,
      ...(clocksApart === null && { delivery: audit.delivery }),
      sendLateness: lateness.summary(),
    },
    series: series({
      startAt,
      seconds,
      parts: [...parts, 'client'],
      samples,
      traffic: clocksApart === null ? seen.traffic : seen.traffic.map((row) => ({ ...row, delivery: null })),
      loopDelays: seen.loopDelays,
    }),
    verdicts: [
      verdict('users that did not join', plan.users - seen.joined),
      ...(kind === 'connections' ? [] : [verdict('error %', errors.errorPercent)]),
      ...auditVerdicts(audit),
      verdict('connections that broke', seen.ends.length),
      verdict('store unread', seen.storeUnread === null ? 0 : 1),
    ],
    ...notesOf(seen),
    faults: audit.faults.slice(0, NAMED),
  };
}

/** @param {ChatSeen} seen @returns {number} deliveries while messages were sent; all of them where seconds are not told apart */
const deliveredOf = ({ traffic, audit }) =>
  traffic.every(({ delivered }) => delivered === null)
    ? audit.delivered
    : traffic.reduce((sum, { delivered }) => sum + (delivered ?? 0), 0);

/** @param {ChatSeen} seen @returns {{notes?: string[]}} what a reader has to know of several load hosts */
function notesOf({ agents = [], clocksApart }) {
  const commits = [...new Set(agents.map(({ commit }) => commit))];
  const notes = [
    clocksApart,
    commits.length > 1 ? `the load hosts are of ${commits.length} commits: ${commits.join(', ')}` : null,
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 ? { notes } : {};
}
