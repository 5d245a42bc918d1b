import { FINDING_COUNTS } from '../ledger/audit.js';
import { errorPercent } from '../ledger/errorPercent.js';
import { sendLateness } from '../ledger/sendLateness.js';
import { formOf } from './kinds.js';
import { runRecord } from './runRecord.js';
import { verdictsOn } from './slo.js';
import { verdict } from './verdict.js';

/** @import { Audit, FindingCount } from '../ledger/audit.js' */
/** @import { LedgerRecord } from '../ledger/ledger.js' */
/** @import { Latencies } from '../ledger/latencies.js' */
/** @import { Sample } from '../machine/sampler.js' */
/** @import { ClientResult, HostResult } from './runRecord.js' */
/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */

// A record keeps at most this many findings of the audit. Its counts include all findings.
const KEPT_FINDINGS = 100;

/** The audit's counts that grow with the load. */
const COUNTED = /** @type {const} */ (['acknowledged', 'stored', 'due', 'delivered']);

const FINDING_NAMES = /** @type {FindingCount[]} */ (Object.keys(FINDING_COUNTS));

/**
 * @typedef {object} ChatResult of chat clients
 * @property {number} startAt ms since 1970
 * @property {LedgerRecord} ledger
 * @property {Audit} audit
 * @property {number} joined number of users who joined
 * @property {string | null} storeUnread why the store could not be read
 * @property {string[]} broken why connections broke
 * @property {Latencies[]} [deliveries] delivery latencies of each second, if the client tells seconds apart
 * @property {Sample[]} samples
 * @property {ClientResult} client
 * @property {HostResult[]} [agents] the load hosts, if there are several
 * @property {string | null} [clocksApart] why delivery latencies are unknown
 * @property {number} megabytes MB that the clients received
 */

/**
 * Makes the record of a run of chat clients.
 * @param {Server} server @param {Job} job @param {ChatResult} result
 * @param {Record<string, number>} [joins] the server's cost of joining
 */
export function chatRecord(server, job, result, joins = {}) {
  const { startAt, ledger, audit, samples, deliveries, agents, clocksApart = null } = result;
  const { seconds, bounds = [], notes = [] } = job;
  const errors = errorPercent(ledger.messages, audit.findings);
  const deliveredInTime = deliveries?.reduce((sum, { count }) => sum + count, 0) ?? audit.delivered;
  // A bound on errors that the job sets, such as that of capacity, replaces 0 %.
  const isErrorBound = bounds.some(({ metric }) => metric === 'errorPercent');
  const isConnections = formOf(job.kind) === 'connections';
  const record = runRecord(server, job, {
    startAt,
    seconds,
    samples,
    path: server.messages,
    client: { ...result.client, agents },
    counts: {
      joined: result.joined,
      ...errors,
      ...Object.fromEntries([...COUNTED, ...FINDING_NAMES].map((name) => [name, audit[name]])),
      // A late ack does not count: users do not wait for it.
      acknowledgedPerSecond: (errors.sent - errors.refused - errors.noAck) / seconds,
      broken: result.broken.length,
      deliveriesPerSecond: deliveredInTime / seconds,
      ...joins,
      // Only without messages are these bytes the cost of joining.
      ...(isConnections && { wireMegabytes: result.megabytes }),
    },
    errors: ledger.errors,
    latencies: {
      ack: audit.ack,
      sendLateness: sendLateness(ledger.messages).summary(),
      ...(clocksApart === null && { delivery: audit.delivery }),
    },
    messages: ledger.messages,
    deliveries: clocksApart === null ? deliveries : undefined,
    verdicts: [
      verdict('users that did not join', job.users - result.joined),
      ...(isConnections || isErrorBound ? [] : [verdict('error %', errors.errorPercent)]),
      ...FINDING_NAMES.map((count) => verdict(FINDING_COUNTS[count].name, audit[count])),
      verdict('connections that broke', result.broken.length),
      verdict('store unread', result.storeUnread === null ? 0 : 1),
    ],
    notes: [...hostNotes(result), ...notes],
    findings: audit.findings.slice(0, KEPT_FINDINGS),
  });
  return { ...record, verdicts: [...record.verdicts, ...verdictsOn(bounds, record)] };
}

/** @param {ChatResult} result @returns {string[]} notes for the reader about several load hosts */
function hostNotes({ agents = [], clocksApart }) {
  const commits = [...new Set(agents.map(({ commit }) => commit))];
  const differ = `the load hosts are of ${commits.length} commits: ${commits.join(', ')}`;
  return [...(clocksApart ? [clocksApart] : []), ...(commits.length > 1 ? [differ] : [])];
}
