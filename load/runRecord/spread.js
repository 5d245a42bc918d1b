/** @typedef {{median: number, least: number, greatest: number}} Spread of the repetitions */

/** @param {number[]} values at least one @returns {Spread} */
export function spreadOf(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, least: sorted[0], greatest: sorted[sorted.length - 1] };
}
