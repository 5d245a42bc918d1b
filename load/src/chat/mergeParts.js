import { mergeLedgers } from '../ledger/mergeLedgers.js';
import { Latencies } from '../ledger/latencies.js';

/** @typedef {import('./loadClient.js').Part} Part */

/** Merges the parts of several processes into one run. @param {Part[]} parts at least one */
export function mergeParts(parts) {
  const sum = (/** @type {(part: Part) => number} */ of) => parts.reduce((total, part) => total + of(part), 0);
  return {
    ledger: mergeLedgers(parts.map(({ ledger }) => ledger)),
    weights: new Map(parts.flatMap(({ weights }) => weights)),
    joined: sum(({ joined }) => joined),
    ends: parts.flatMap(({ ends }) => ends),
    ...(parts[0].slowEnded !== undefined && { slowEnded: sum(({ slowEnded = 0 }) => slowEnded) }),
    deliveries: parts[0].deliveries?.map((_, second) => {
      const all = new Latencies();
      for (const { deliveries = [] } of parts) all.add(Latencies.fromJSON(deliveries[second]));
      return all;
    }),
    megabytes: sum(({ bytesReceived = 0 }) => bytesReceived) / 1e6,
    client: { cpuCores: sum(({ client }) => client.cpuCores), boundBy: parts.flatMap(({ client }) => client.boundBy) },
  };
}
