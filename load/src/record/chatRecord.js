import { FAULT_COUNTS } from '../ledger/audit.js';
import { errorPercent } from '../ledger/errorPercent.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { usagesOf } from '../sampler/usage.js';
import { runRecord } from './runRecord.js';
import { series } from './series.js';
import { verdictsOn } from './slo.js';
import { verdict } from './verdict.js';

// So many faults are named; the counts are of all.
const NAMED = 100;

/** Counts of the audit that are as large as the load. */
const COUNTED = /** @type {const} */ (['acknowledged', 'stored', 'due', 'delivered']);

const FAULT_NAMES = /** @type {import('../ledger/audit.js').FaultCount[]} */ (Object.keys(FAULT_COUNTS));

/**
 * @typedef {object} ChatSeen results of chat clients
 * @property {number} startAt ms since 1970
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {import('../ledger/audit.js').Audit} audit
 * @property {number} joined users
 * @property {string | null} storeUnread why the store could not be read
 * @property {string[]} ends connections that broke, by reason
 * @property {number} [slowEnded] connections of slow receivers that broke
 * @property {import('../ledger/latencies.js').Latencies[]} [deliveries] of each second, where they are told apart
 * @property {import('../sampler/sampler.js').Sample[]} samples
 * @property {{cpuCores: number, boundBy: string[]}} client
 * @property {import('./runRecord.js').AgentSeen[]} [agents] of several load hosts
 * @property {string | null} [clocksApart] why nothing can be said of deliveries' latencies
 * @property {number} [megabytes]
 */

/**
 * The record of a run of chat clients.
 * @param {object} run
 * @param {import('./runRecord.js').RunRecord['kind']} run.kind @param {string} run.command
 * @param {import('./runRecord.js').Plan & {seconds: number}} run.plan
 * @param {string} run.client its name
 * @param {import('../server/endpoint.js').MeasuredServer} run.server
 * @param {string[]} run.parts names of sampled parts of the server
 * @param {string[]} run.serverParts those that the target names as its server
 * @param {ChatSeen} run.seen
 * @param {Record<string, number>} [run.joins] the server's cost of joining
 * @param {import('./slo.js').Bound[]} [run.bounds] beside those that each run has
 * @param {string[]} [run.notes] that a reader has to know
 */
export function chatRecord({ kind, command, plan, client, server, parts, serverParts, seen, ...extra }) {
  const { joins = {}, bounds = [], notes = [] } = extra;
  const { startAt, ledger, audit, samples, deliveries, agents, clocksApart = null } = seen;
  const { seconds } = plan;
  const errors = errorPercent(ledger.messages, audit.faults);
  const deliveredInTime = deliveries?.reduce((sum, { count }) => sum + count, 0) ?? audit.delivered;
  const record = runRecord({
    ...{ kind, command, startAt, seconds, plan },
    client: { name: client, ...seen.client, ...(agents && { agents }) },
    server: { ...server, parts: usagesOf(samples, { parts, serverParts, startAt, seconds }) },
    counts: {
      joined: seen.joined,
      ...errors,
      ...Object.fromEntries([...COUNTED, ...FAULT_NAMES].map((name) => [name, audit[name]])),
      // A later ack does not count: users do not wait for it.
      acknowledgedPerSecond: (errors.sent - errors.refused - errors.noAck) / seconds,
      broken: seen.ends.length,
      ...(seen.slowEnded !== undefined && { slowEnded: seen.slowEnded }),
      deliveriesPerSecond: deliveredInTime / seconds,
      ...joins,
      // Where messages are sent these are not what joining costs.
      ...(kind === 'connections' && { wireMegabytes: seen.megabytes ?? null }),
    },
    errors: ledger.errors,
    latencies: {
      ...{ ack: audit.ack, sendLateness: sendLateness(ledger.messages).summary() },
      ...(clocksApart === null && { delivery: audit.delivery }),
    },
    series: series({
      ...{ startAt, seconds, parts, samples, messages: ledger.messages },
      ...(clocksApart === null && { deliveries }),
    }),
    verdicts: [
      verdict('users that did not join', plan.users - seen.joined),
      ...(kind === 'connections' ? [] : [verdict('error %', errors.errorPercent)]),
      ...FAULT_NAMES.map((count) => verdict(FAULT_COUNTS[count].name, audit[count])),
      verdict('connections that broke', seen.ends.length),
      verdict('store unread', seen.storeUnread === null ? 0 : 1),
    ],
    notes: [...notesOf(seen), ...notes],
    faults: audit.faults.slice(0, NAMED),
  });
  return { ...record, verdicts: [...record.verdicts, ...verdictsOn(bounds, record)] };
}

/** @param {ChatSeen} seen @returns {string[]} what a reader has to know */
function notesOf({ agents = [], clocksApart, slowEnded }) {
  const commits = [...new Set(agents.map(({ commit }) => commit))];
  const differ = `the load hosts are of ${commits.length} commits: ${commits.join(', ')}`;
  return [
    ...(clocksApart ? [clocksApart] : []),
    ...(commits.length > 1 ? [differ] : []),
    ...(slowEnded ? [`connections of slow receivers that broke: ${slowEnded}`] : []),
  ];
}
