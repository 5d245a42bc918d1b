import { mergeLedgers } from '../ledger/mergeLedgers.js';
import { Latencies } from '../ledger/latencies.js';

/** @import { ProcessResult } from './types.js' */

/** Merges the results of all processes of a run. @param {ProcessResult[]} results at least one */
export function mergeResults(results) {
  const sum = (/** @type {(result: ProcessResult) => number} */ valueOf) =>
    results.reduce((total, one) => total + valueOf(one), 0);
  return {
    ledger: mergeLedgers(results.map(({ ledger }) => ledger)),
    weights: new Map(results.flatMap(({ weights }) => weights)),
    joined: sum(({ joined }) => joined),
    broken: results.flatMap(({ broken }) => broken),
    deliveries: results[0].deliveries?.map((_, second) => {
      const merged = new Latencies();
      for (const { deliveries = [] } of results) merged.add(Latencies.fromJSON(deliveries[second]));
      return merged;
    }),
    megabytes: sum(({ bytesReceived = 0 }) => bytesReceived) / 1e6,
    client: {
      cpuCores: sum(({ client }) => client.cpuCores),
      loopDelayP99Ms: Math.max(...results.map(({ client }) => client.loopDelayP99Ms ?? 0)),
      boundBy: results.flatMap(({ client }) => client.boundBy),
    },
  };
}
