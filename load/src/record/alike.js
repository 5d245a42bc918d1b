/** @import { RunRecord } from './runRecord.js' */

/**
 * What runs must have in common before their figures are compared, in a report and by load/compare.
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
