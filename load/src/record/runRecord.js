import { descriptorLimit } from '../machine/processTree.js';
import { provenance } from './provenance.js';

/**
 * A run record as schema.json says, of any kind.
 *
 * @typedef {{cpuCores: number, rssMb: number | null, pssMb: number | null}} Usage
 *
 * @typedef {object} Plan
 * @property {string} target @property {number} users @property {number} [seconds] @property {number} [rate]
 * @property {number} [inFlight] @property {number} [ratePerUser] @property {number} [repetition]
 * @property {number} [warmUpSeconds] @property {string} [codePath] @property {string} [workload]
 * @property {string} [request] @property {string} [fault]
 *
 * @typedef {object} Used by the client @property {string} name @property {number} processes @property {number} cpuCores
 * @property {number | null} [rssMb] @property {number | null} [loopDelayP99Ms] @property {string[]} boundBy
 * @property {import('../agents/agentsSeen.js').AgentSeen[]} [agents]
 *
 * @typedef {object} RunRecord
 * @property {keyof typeof import('./kinds.js').KINDS} kind
 * @property {string} command @property {string} startedAt @property {number} seconds
 * @property {Plan} plan
 * @property {Required<Omit<Used, 'agents'>> & Pick<Used, 'agents'> & ReturnType<typeof clientFacts> &
 *   {bound: boolean}} client
 * @property {import('../server/serverFacts.js').MeasuredServer & {parts: Record<string, Usage>}} server
 * @property {Record<string, number | null>} counts
 * @property {Record<string, number>} [errors] how often, by code
 * @property {Record<string, string>} histograms
 * @property {Record<string, import('../ledger/latencies.js').LatencySummary>} latencies
 * @property {import('./series.js').Second[]} series
 * @property {Array<ReturnType<typeof import('./verdict.js').verdict>>} verdicts
 * @property {string[]} [notes] @property {object[]} [faults]
 */

/** @returns {{commit: string, runtime: string, machine: string, descriptors: number | null}} of this load client */
export const clientFacts = () => ({
  ...{ ...provenance(), runtime: `Node.js ${process.versions.node}`, descriptors: descriptorLimit() },
});

/**
 * The one builder of records, whatever the client was.
 * @param {Omit<RunRecord, 'client' | 'startedAt' | 'histograms' | 'latencies' | 'series'> &
 *   Partial<Pick<RunRecord, 'histograms' | 'latencies' | 'series'>> & {client: Used, startAt: number}} run startAt: ms
 *   since 1970
 * @returns {RunRecord}
 */
export function runRecord({ kind, command, startAt, seconds, plan, client, ...seen }) {
  const { boundBy } = client;
  return /** @type {any} */ ({
    ...{ format: 'chat-load-run/1', kind, command, startedAt: new Date(startAt).toISOString(), seconds, plan },
    client: { rssMb: null, loopDelayP99Ms: null, ...client, ...clientFacts(), bound: boundBy.length > 0, boundBy },
    ...{ errors: {}, histograms: {}, latencies: {}, series: [], notes: [], ...seen },
  });
}
