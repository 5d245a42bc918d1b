import { WrongUsage } from '../commandLine.js';
import { METRICS } from './metrics.js';

/**
 * @typedef {object} Bound
 * @property {string} name as it was typed @property {string} metric of record/metrics.js @property {number} most
 */

/** What a bound may be of: the names of people, and of record/metrics.js. @type {Record<string, string>} */
const NAMES = {
  p50: 'ackP50',
  p95: 'ackP95',
  p99: 'ackP99',
  'ack.p50': 'ackP50',
  'ack.p95': 'ackP95',
  'ack.p99': 'ackP99',
  'delivery.p50': 'deliveryP50',
  'delivery.p95': 'deliveryP95',
  'delivery.p99': 'deliveryP99',
  lost: 'lostDeliveries',
  errors: 'errorPercent',
};

/** The unit of each, and how many of it one of another is. @type {Array<[RegExp, Record<string, number>]>} */
const UNITS = [
  [/P\d\d$/, { '': 1, ms: 1, s: 1000 }],
  [/Percent$/, { '': 1, '%': 1 }],
  [/lost/, { '': 1 }],
];

/**
 * @param {string} text such as `p95<=250ms,lost=0`
 * @returns {Bound[]}
 * @throws {WrongUsage} that says what it did not understand
 */
export function readSlo(text) {
  return text.split(',').map((part) => {
    const [, name, sign, number, unit] = /^\s*([a-z0-9.]+)\s*(<=|=)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|)\s*$/.exec(part) ?? [];
    const metric = NAMES[name];
    if (!metric)
      throw new WrongUsage(`--slo ${part.trim()}: one of ${Object.keys(NAMES).join(', ')}, then <=, then a number.`);
    const factor = UNITS.find(([of]) => of.test(metric))?.[1][unit];
    if (factor === undefined) throw new WrongUsage(`--slo ${part.trim()}: ${name} is not counted in ${unit}.`);
    if (sign === '=' && Number(number) !== 0) throw new WrongUsage(`--slo ${part.trim()}: a bound is <=, or =0.`);
    return { name: part.trim(), metric, most: Number(number) * factor };
  });
}

/** @param {Bound} bound @param {import('./runRecord.js').RunRecord} run @returns {number | null} null: not told */
export function valueOf({ metric }, run) {
  return (metric === 'lostDeliveries' ? run.counts.lostDeliveries : METRICS[metric].of(run)) ?? null;
}

/** @param {Bound} bound */
export const isOfLatency = ({ metric }) => /P\d\d$/.test(metric);
