import { sendLateness } from '../ledger/sendLateness.js';
import { sumOf, usage } from '../sampler/usage.js';
import { clientBoundBy } from './clientBound.js';

/**
 * What the load client used, and whether it set the figures.
 * @param {Pick<import('./chatRecord.js').ChatSeen,
 *   'startAt' | 'ledger' | 'audit' | 'samples' | 'agents' | 'loopDelayP99Ms'>} seen
 * @param {{seconds: number, processes: number}} run
 * @returns {{cpuCores: number, rssMb: number | null, boundBy: string[]}}
 */
export function clientOf({ startAt, ledger, audit, samples, agents, loopDelayP99Ms }, { seconds, processes }) {
  if (agents) {
    const { cpuCores, rssMb } = sumOf(agents.map((agent) => ({ ...agent, pssMb: null })));
    const boundBy = agents.flatMap(({ name, boundBy: by }) => by.map((one) => `${one} of ${name}`));
    return { cpuCores, rssMb, boundBy };
  }
  const { cpuCores, rssMb } = usage(samples.samples, 'client', startAt, startAt + seconds * 1000);
  const sendLatenessP95 = sendLateness(ledger.messages).percentile(95);
  const boundBy = clientBoundBy({ cpuCores, processes, sendLatenessP95, loopDelayP99Ms, ackP95: audit.ack.p95 });
  return { cpuCores, rssMb, boundBy };
}
