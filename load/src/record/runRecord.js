/**
 * A run record as schema.json says, of any kind.
 *
 * @typedef {{cpuCores: number, rssMb: number | null, pssMb: number | null}} Usage
 *
 * @typedef {object} RunRecord
 * @property {keyof typeof import('./kinds.js').KINDS} kind
 * @property {string} command
 * @property {string} startedAt
 * @property {number} seconds
 * @property {{target: string, users: number, seconds?: number, rate?: number, inFlight?: number, ratePerUser?: number,
 *   repetition?: number, warmUpSeconds?: number, codePath?: string, workload?: string, request?: string, fault?: string}} plan
 * @property {{name: string, commit: string, runtime: string, machine: string, descriptors: number | null, processes:
 *   number, cpuCores: number, rssMb: number | null, loopDelayP99Ms: number | null, bound: boolean, boundBy: string[],
 *   agents?: import('../agents/agentsSeen.js').AgentSeen[]}} client
 * @property {{name: string, url: string, version: string | null, commit: string | null, runtime: string | null,
 *   rateLimits: boolean | null, limits: object, database: string | null, fresh: boolean, descriptors: number | null,
 *   parts: Record<string, Usage>}} server
 * @property {Record<string, number | null>} counts
 * @property {Record<string, number>} [errors]
 * @property {Record<string, string>} histograms
 * @property {Record<string, import('../ledger/latencies.js').LatencySummary>} latencies
 * @property {import('./series.js').Second[]} series
 * @property {Array<{name: string, value: number | null, most: number, passed: boolean}>} verdicts
 * @property {string[]} [notes]
 * @property {object[]} [faults]
 */
export {};
