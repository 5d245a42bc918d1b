/**
 * @typedef {object} XAxis
 * @property {string} label with its unit
 * @property {'linear' | 'log' | 'percentile'} [scale] linear; percentile: 90, 99 and 99.9 equally far apart
 * @property {number[]} [ticks] where there is a line and a number; without them where they fit
 *
 * @typedef {object} YAxis
 * @property {string} label with its unit
 * @property {'linear' | 'log'} [scale] linear, from zero
 * @property {number} [most] of the axis where no line is higher, such as 100 for %
 * @property {string} [note] why the axis does not begin at zero: a logarithmic one has to say it
 */

// What is drawn furthest right on an axis of percentiles: a tenth of a thousandth lies above it.
const HIGHEST_PERCENTILE = 99.99;

/** @type {Record<'linear' | 'log' | 'percentile', (x: number) => number>} */
const PLACES = {
  linear: (x) => x,
  log: (x) => Math.log10(x),
  percentile: (x) => -Math.log10(1 - Math.min(x, HIGHEST_PERCENTILE) / 100),
};

/** @param {XAxis} axis @returns {(x: number) => number} where x lies on it, in its own measure */
export const placeOn = ({ scale = 'linear' }) => PLACES[scale];

/**
 * @param {number} highest value that is drawn @param {number} [most]
 * @returns {number} the end of an axis from zero, a round number
 */
export function endOf(highest, most) {
  if (most !== undefined && highest <= most) return most;
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= highest) ?? 10);
}

const STEPS = [1, 2, 2.5, 3, 4, 5];
const MOST_PARTS = 6;

/**
 * @param {number} end of an axis from zero, as endOf says @param {number} room for so many parts
 * @returns {number[]} where its lines are: round numbers evenly apart, the first and the last always
 */
export function evenSplits(end, room) {
  const isRound = (/** @type {number} */ step) =>
    STEPS.includes(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toPrecision(6)));
  let parts = Math.min(MOST_PARTS, Math.max(1, Math.floor(room)));
  while (parts > 1 && !isRound(end / parts)) parts--;
  return Array.from({ length: parts + 1 }, (_, place) => (place * end) / parts);
}

/**
 * @param {number} least above 0 @param {number} greatest
 * @returns {[number, number]} whole powers of ten around both
 */
export function decadesAround(least, greatest) {
  const from = 10 ** Math.floor(Math.log10(least));
  return [from, Math.max(10 ** Math.ceil(Math.log10(greatest)), from * 10)];
}

/**
 * Labels that do not run into one another: the first and the last stay, of the others those that have room.
 * @param {string[]} labels
 * @param {(label: number) => number} middleOf px along the axis
 * @param {(label: number) => number} lengthOf px
 * @param {number} apart px between two at least
 * @returns {string[]} '' where there is no room
 */
export function readableLabels(labels, middleOf, lengthOf, apart) {
  const last = labels.length - 1;
  /** @type {number[]} */
  const kept = [];
  for (const label of labels.keys()) {
    const hasRoom = (/** @type {number} */ other) =>
      Math.abs(middleOf(label) - middleOf(other)) >= (lengthOf(label) + lengthOf(other)) / 2 + apart;
    if (label === last || (kept.every(hasRoom) && hasRoom(last))) kept.push(label);
  }
  return labels.map((text, label) => (kept.includes(label) ? text : ''));
}
