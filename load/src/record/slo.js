import { METRICS } from './metrics.js';
import { verdict } from './verdict.js';

/** @import { RunRecord } from './runRecord.js' */

/**
 * @typedef {object} Bound
 * @property {string} name the bound as it was typed
 * @property {string} metric name in record/metrics.js
 * @property {number} most greatest value that passes
 */

const FORM = 'p50, p95, p99 or delivery.p95 in ms or s, errors in %, or lost; then <= and a number, or =0.';
const BOUND = /^\s*(?:(lost)|(errors)|(?:(ack|delivery)\.)?p(50|95|99))\s*(<=|=)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|)\s*$/;

/**
 * @param {string} text such as `p95<=250ms,lost=0`; a percentile is that of acks unless it names deliveries
 * @returns {Bound[]}
 * @throws {Error} that names the part that makes no sense
 */
export function readSlo(text) {
  return text.split(',').map((part) => {
    const [match, lost, errors, latencyName = 'ack', percent, sign, number, unit] = BOUND.exec(part) ?? [];
    const isFit = lost ? unit === '' : errors ? unit !== 'ms' && unit !== 's' : unit !== '%';
    if (match === undefined || !isFit || (sign === '=' && Number(number) !== 0))
      throw new Error(`slo ${part.trim()}: ${FORM}`);
    const metric = lost ? 'lost' : errors ? 'errorPercent' : `${latencyName}P${percent}`;
    return { name: part.trim(), metric, most: Number(number) * (unit === 's' ? 1000 : 1) };
  });
}

/** @param {Bound} bound @param {RunRecord} run @returns {number | null} null: the run has no such figure */
export function valueOf({ metric }, run) {
  if (metric !== 'lost') return METRICS[metric].of(run) ?? null;
  const { lostDeliveries = null, notStored = 0 } = run.counts;
  return lostDeliveries === null ? null : lostDeliveries + (notStored ?? 0);
}

/** @param {Bound[]} bounds @param {RunRecord} run */
export const verdictsOn = (bounds, run) => bounds.map((bound) => verdict(bound.name, valueOf(bound, run), bound.most));
