import { valueText } from '../../load/src/record/numbers.js';

/** @import { Measured } from './lab.js' */

// Texts give longer times in seconds.
const SECONDS_FROM_MS = 950;

/** @param {number} index from 0 @returns {string} A, B or C */
export const letterOf = (index) => String.fromCharCode(65 + index);

/** @param {string | number} cell a table's */
export const cellText = (cell) => (typeof cell === 'number' ? valueText(cell) : cell);

/** @param {number} value @param {string} unit @returns {string} 1.5 s, 19 messages; number and unit stay on one line */
export function measuredText(value, unit) {
  if (unit === 'ms' && value >= SECONDS_FROM_MS) return `${Number((value / 1000).toPrecision(2))}\u00a0s`;
  return `${valueText(value)}\u00a0${value === 1 ? unit.replace(/^([a-z]{3,})s$/, '$1') : unit}`;
}

/**
 * @param {Measured} measured
 * @returns {string} such as "a factor of 10 (on the loop 1.5 s, on a worker 150 ms)"; for a count "0 messages"
 */
export function seenText(measured) {
  if ('count' in measured) return measuredText(measured.count, measured.unit);
  const { over, under, unit } = measured;
  const values = [over, under].map(({ name, value }) => `${name} ${measuredText(value, unit)}`);
  return `a factor of ${cellText(over.value / under.value)} (${values.join(', ')})`;
}
