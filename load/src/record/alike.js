/** @import { RunRecord } from './runRecord.js' */

/**
 * A report and load/compare only compare runs whose values of these properties are equal.
 * @type {Record<string, (run: RunRecord) => string>}
 */
export const ALIKE = {
  client: ({ client }) => client.name,
  workload: ({ kind, plan }) => (plan.workload === undefined || plan.workload === kind ? '' : plan.workload),
  request: ({ plan }) => plan.request ?? '',
  seconds: ({ plan }) => (plan.seconds === undefined ? '' : `${plan.seconds} s`),
  'warm-up': ({ plan }) => (plan.warmUpSeconds ? `warm-up ${plan.warmUpSeconds} s` : ''),
  'load hosts': ({ client }) => (client.agents ? `${client.agents.length} load hosts` : ''),
  machine: ({ client }) => client.machine,
};
