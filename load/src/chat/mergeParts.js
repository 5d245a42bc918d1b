import { mergeLedgers } from '../ledger/mergeLedgers.js';
import { Latencies } from '../ledger/latencies.js';
import { cpuAt } from '../sampler/usage.js';

/**
 * @typedef {import('./loadClient.js').Part} Part
 * @typedef {import('../sampler/sampler.js').Samples} Samples
 */

/**
 * What several processes saw of one run, as if one had seen it.
 * @param {Part[]} parts at least one
 */
export function mergeParts(parts) {
  const sum = (/** @type {'joined' | 'bytesReceived'} */ key) => parts.reduce((total, part) => total + part[key], 0);
  // Every process sees the same events.
  const [{ events, messages }] = parts;
  return {
    ledger: mergeLedgers(parts.map(({ ledger }) => ledger)),
    sizes: new Map(parts.flatMap(({ sizes }) => sizes)),
    joined: sum('joined'),
    slow: {
      joined: parts.reduce((total, { slow }) => total + slow.joined, 0),
      ended: parts.reduce((total, { slow }) => total + slow.ended, 0),
    },
    ends: parts.flatMap(({ ends }) => ends),
    deliveries: mergeDeliveries(parts),
    messagesPerEvent: events === 0 ? 0 : messages / events,
    megabytes: sum('bytesReceived') / 1e6,
    loopDelayP99Ms: Math.max(...parts.map(({ loopDelayP99Ms }) => loopDelayP99Ms)),
    loopDelays: parts.flatMap(({ looks }) => looks),
  };
}

/** @param {Part[]} parts @returns {import('../record/traffic.js').Deliveries[]} second by second */
function mergeDeliveries(parts) {
  return parts[0].deliveries.map((_, second) => {
    const delivery = new Latencies();
    for (const { deliveries } of parts) delivery.add(Latencies.fromJSON(deliveries[second].delivery));
    return { delivered: parts.reduce((sum, { deliveries }) => sum + deliveries[second].delivered, 0), delivery };
  });
}

/**
 * What was sampled of the server, with the load client's processes as the part `client`: each looks at itself.
 * @param {Samples} samples @param {Part[]} parts
 * @returns {Samples}
 */
export function withClient(samples, parts) {
  const all = parts.map(ownSamples);
  const seen = samples.samples.map((sample) => {
    const client = { cpuSeconds: 0, rssMb: 0, pssMb: 0, processes: all.length };
    for (const own of all) {
      const last = (own.findLast(({ at }) => at <= sample.at) ?? own[0]).parts.client;
      client.cpuSeconds += cpuAt(own, 'client', sample.at);
      client.rssMb += last.rssMb;
      client.pssMb += last.pssMb;
    }
    return { ...sample, parts: { ...sample.parts, client } };
  });
  return { ...samples, samples: seen };
}

/** @param {Part} part @returns {Samples['samples']} */
export const ownSamples = ({ looks }) =>
  looks.map(({ at, cpuSeconds, rssMb }) => ({
    at,
    memory: true,
    // Pages shared with other processes count as its own.
    parts: { client: { cpuSeconds, rssMb, pssMb: rssMb, processes: 1 } },
  }));
