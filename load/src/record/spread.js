import { max, median, min } from 'simple-statistics';

/** @typedef {{median: number, least: number, greatest: number}} Spread of the repetitions */

/** @param {number[]} values at least one @returns {Spread} */
export const spreadOf = (values) => ({ median: median(values), least: min(values), greatest: max(values) });
