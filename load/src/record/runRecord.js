import { usagesOf } from '../machine/usage.js';
import { planOf } from './plan.js';
import { provenance } from './provenance.js';
import { series } from './series.js';

/** @import { RunKind } from './kinds.js' */
/** @import { Plan } from './plan.js' */
/** @import { ServerInfo } from '../server/endpoint.js' */
/** @import { Usage } from '../machine/usage.js' */
/** @import { Latencies, LatencySummary } from '../ledger/latencies.js' */
/** @import { Second } from './series.js' */
/** @import { verdict } from './verdict.js' */
/** @import { Sample } from '../machine/sampler.js' */
/** @import { LoadPath, Server } from '../server/openServer.js' */
/** @import { SentMessage } from '../ledger/ledger.js' */
/** @import { Job } from '../job.js' */

/**
 * schema.json describes run records of all kinds.
 *
 * @typedef {object} HostResult a load host
 * @property {string} name
 * @property {string} machine
 * @property {string} commit
 * @property {number} joined
 * @property {number} clockOffsetMs
 * @property {number} clockWithinMs
 * @property {number} cpuCores
 *
 * @typedef {object} ClientResult the load client
 * @property {number} cpuCores cores that the client kept busy
 * @property {string[]} boundBy the client's limits
 * @property {number} [loopDelayP99Ms] how late its event loop ran
 * @property {HostResult[]} [agents]
 *
 * @typedef {object} RunRecord
 * @property {RunKind} kind
 * @property {string} command
 * @property {string} startedAt
 * @property {number} seconds
 * @property {Plan} plan
 * @property {ClientResult & {name: string, commit: string, machine: string, runtime: string, bound: boolean}} client
 * @property {ServerInfo & {parts: Record<string, Usage>}} server
 * @property {Record<string, number | null>} counts
 * @property {Record<string, number>} errors number of errors by code
 * @property {Record<string, LatencySummary>} latencies
 * @property {Second[]} series
 * @property {Array<ReturnType<typeof verdict>>} verdicts
 * @property {string[]} notes
 * @property {object[]} [findings]
 *
 * @typedef {object} RunResult what a driver observes of a run
 * @property {number} startAt ms since 1970
 * @property {number} seconds length of the run
 * @property {ClientResult} client
 * @property {RunRecord['counts']} counts
 * @property {RunRecord['verdicts']} verdicts
 * @property {RunRecord['errors']} [errors]
 * @property {RunRecord['latencies']} [latencies]
 * @property {RunRecord['notes']} [notes]
 * @property {RunRecord['findings']} [findings]
 * @property {Sample[]} [samples] samples of the server's processes
 * @property {LoadPath} [path] the load's path: CPU and memory of its parts are the server's
 * @property {string} [fault] the fault that was injected
 * @property {Record<string, SentMessage>} [messages] sent messages by clientId
 * @property {Latencies[]} [deliveries] delivery latencies of each second
 */

/**
 * Builds the records of all drivers.
 * @param {Server} server @param {Job} job @param {RunResult} result
 * @returns {RunRecord}
 */
export function runRecord(server, job, result) {
  const { startAt, seconds, client, samples, path, fault, messages, deliveries, ...fields } = result;
  const run = { startAt, seconds, parts: Object.keys(server.pidsByPart) };
  return /** @type {RunRecord & {format: string}} */ ({
    format: 'chat-load-run/1',
    kind: job.kind,
    command: job.command,
    startedAt: new Date(startAt).toISOString(),
    seconds,
    plan: planOf(job, server.name, { codePath: path?.codePath, fault }),
    client: {
      name: job.client,
      ...client,
      ...provenance(),
      runtime: `Node.js ${process.versions.node}`,
      bound: client.boundBy.length > 0,
    },
    server: { ...server.info, parts: samples ? usagesOf(samples, { ...run, serverParts: path?.parts ?? [] }) : {} },
    errors: {},
    latencies: {},
    series: samples ? series({ ...run, samples, messages, deliveries }) : [],
    notes: [],
    ...fields,
  });
}
