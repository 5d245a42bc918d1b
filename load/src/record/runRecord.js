import { provenance } from './provenance.js';

/**
 * A run record as schema.json says, of any kind.
 *
 * @typedef {{cpuCores: number, pssMb: number | null}} Usage
 *
 * @typedef {object} Plan
 * @property {string} target @property {number} users @property {number} [seconds] @property {number} [rate]
 * @property {number} [repetition] @property {number} [warmUpSeconds]
 * @property {string} [codePath] @property {string} [workload] @property {string} [request] @property {string} [fault]
 *
 * @typedef {object} AgentSeen a load host
 * @property {string} name @property {string} machine @property {string} commit @property {number} joined
 * @property {number} clockOffsetMs @property {number} clockWithinMs @property {number} cpuCores
 *
 * @typedef {object} Used by the client @property {string} name @property {number} cpuCores @property {string[]} boundBy
 * @property {AgentSeen[]} [agents]
 *
 * @typedef {object} RunRecord
 * @property {keyof typeof import('./kinds.js').KINDS} kind
 * @property {string} command @property {string} startedAt @property {number} seconds
 * @property {Plan} plan
 * @property {Used & {commit: string, machine: string, runtime: string, bound: boolean}} client
 * @property {import('../server/endpoint.js').MeasuredServer & {parts: Record<string, Usage>}} server
 * @property {Record<string, number | null>} counts
 * @property {Record<string, number>} errors how often, by code
 * @property {Record<string, import('../ledger/latencies.js').LatencySummary>} latencies
 * @property {import('./series.js').Second[]} series
 * @property {Array<ReturnType<typeof import('./verdict.js').verdict>>} verdicts
 * @property {string[]} notes @property {object[]} [faults]
 */

/**
 * The one builder of records, for all clients.
 * @typedef {'errors' | 'latencies' | 'series' | 'notes'} Optional
 * @param {Omit<RunRecord, 'client' | 'startedAt' | Optional> & Partial<Pick<RunRecord, Optional>> &
 *   {client: Used, startAt: number}} run startAt: ms since 1970
 * @returns {RunRecord}
 */
export function runRecord({ kind, command, startAt, seconds, plan, client, ...seen }) {
  const runtime = `Node.js ${process.versions.node}`;
  return /** @type {any} */ ({
    ...{ format: 'chat-load-run/1', kind, command, startedAt: new Date(startAt).toISOString(), seconds, plan },
    client: { ...client, ...provenance(), runtime, bound: client.boundBy.length > 0 },
    ...{ errors: {}, latencies: {}, series: [], notes: [], ...seen },
  });
}
