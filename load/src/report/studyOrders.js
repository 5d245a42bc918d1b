import { METRICS } from '../record/metrics.js';
import { titleOf } from '../server/targets.js';

/** @import { Row } from './studyBlocks.js' */

/**
 * @typedef {object} Order of two servers of the study
 * @property {string} pair in words, the better one there first
 * @property {keyof typeof HOW} how
 * @property {string} [run] when the first of its runs began
 */

// Two servers nearer to each other than this have no order.
const APART = 1.1;
/** An order of the study is one of these here. */
const HOW = {
  same: 'repeated here',
  reversed: 'reversed here',
  close: 'open, since the servers are within 10 % of each other, here or in the study',
  unsure: 'undecided here, since the load client limited the worse server',
};

/** @param {string} ranked metric that ranks servers @param {Row[]} rows @returns {Order[]} of each two with figures */
export function ordersOf(ranked, rows) {
  const isLowerBetter = METRICS[ranked].better === 'lower';
  const orderOf = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (Math.max(one, other) < APART * Math.min(one, other)) return 0;
    return one < other === isLowerBetter ? 1 : -1;
  };
  // A server that answered nothing has no place in an order.
  const comparableRows = rows
    .filter(({ ours, theirs }) => ours[ranked] && theirs[ranked])
    .map((row) => ({ ...row, here: Number(row.ours[ranked]), there: Number(row.theirs[ranked]) }))
    .sort((one, other) => (one.there - other.there) * (isLowerBetter ? 1 : -1));
  const pairs = comparableRows.flatMap((one, place) =>
    comparableRows.slice(place + 1).map((other) => /** @type {const} */ ([one, other])),
  );
  return pairs.map(([one, other]) => {
    const here = orderOf(one.here, other.here);
    // A client that was too slow can only worsen a figure.
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
 * The requests of one run take turns, so an order of two servers is one for all of them.
 * @param {Order[]} orders @returns {Order[]}
 */
export const independentOrders = (orders) => [
  ...new Map(orders.map((order) => [Object.values(order).join(), order])).values(),
];

/** @param {Order[]} orders of a study @returns {string} how many of them are repeated here */
export function countsText(orders) {
  const independent = independentOrders(orders);
  return byHow(independent, (how, those) => `${those.length} of ${independent.length} ${how}`);
}

/** @param {Order[]} orders of a table @returns {string} those that are not repeated here; '' where all are */
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
