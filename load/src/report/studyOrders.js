import { METRICS } from '../record/metrics.js';
import { titleOf } from '../server/targets.js';

/** @import { Row } from './studyBlocks.js' */

/**
 * @typedef {object} Order the order of two servers of the study
 * @property {string} pair the two in words, the one that was better in the study first
 * @property {keyof typeof HOW} how
 * @property {string} [run] when the first of its runs began
 */

// Two servers have no order if the greater figure is less than this many times the lesser.
const APART = 1.1;
/** The ways in which our figures agree with an order of the study. */
const HOW = {
  same: 'repeated here',
  reversed: 'reversed here',
  close: 'open, since the servers are within 10 % of each other, here or in the study',
  unsure: 'undecided here, since the load client limited the worse server',
};

/** @param {string} ranked metric that ranks servers @param {Row[]} rows @returns {Order[]} one for each two servers */
export function ordersOf(ranked, rows) {
  const isLowerBetter = METRICS[ranked].better === 'lower';
  const orderOf = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (Math.max(one, other) < APART * Math.min(one, other)) return 0;
    return one < other === isLowerBetter ? 1 : -1;
  };
  // A server without answers has no place in an order.
  const comparableRows = rows
    .filter(({ ours, theirs }) => ours[ranked] && theirs[ranked])
    .map((row) => ({ ...row, here: Number(row.ours[ranked]), there: Number(row.theirs[ranked]) }))
    .sort((one, other) => (one.there - other.there) * (isLowerBetter ? 1 : -1));
  const pairs = comparableRows.flatMap((one, place) =>
    comparableRows.slice(place + 1).map((other) => /** @type {const} */ ([one, other])),
  );
  return pairs.map(([one, other]) => {
    const here = orderOf(one.here, other.here);
    // A slow load client can only worsen a figure.
    const isUnsure = (here >= 0 && other.bound) || (here <= 0 && one.bound);
    const isOpen = here === 0 || orderOf(one.there, other.there) === 0;
    return {
      pair: `${titleOf(one.target)} before ${titleOf(other.target)}`,
      how: isUnsure ? 'unsure' : isOpen ? 'close' : here > 0 ? 'same' : 'reversed',
      run: [...one.runs, ...other.runs][0]?.startedAt,
    };
  });
}

/**
 * Merges the orders of one run's requests: they take turns, so two servers have one order for all of them.
 * @param {Order[]} orders @returns {Order[]}
 */
export const independentOrders = (orders) => [
  ...new Map(orders.map((order) => [Object.values(order).join(), order])).values(),
];

/** @param {Order[]} orders a study's @returns {string} how many of them our runs repeat */
export function countsText(orders) {
  const independent = independentOrders(orders);
  return byHow(independent, (how, those) => `${those.length} of ${independent.length} ${how}`);
}

/** @param {Order[]} orders a table's @returns {string} the orders that our runs do not repeat; '' if there are none */
export function othersText(orders) {
  const others = orders.filter(({ how }) => how !== 'same');
  const text = byHow(others, (how, those) => `${how}: ${those.map(({ pair }) => pair).join(', ')}`);
  return text && `The study's orders, ${text}.`;
}

/** @param {Order[]} orders @param {(how: string, those: Order[]) => string} textOf @returns {string} */
const byHow = (orders, textOf) =>
  Object.entries(HOW)
    .map(([how, text]) => ({ text, those: orders.filter((order) => order.how === how) }))
    .flatMap(({ text, those }) => (those.length > 0 ? textOf(text, those) : []))
    .join('; ');
