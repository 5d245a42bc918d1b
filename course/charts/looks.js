/**
 * How a line is told from others: by its dashes and the shape of its points as well as by its colour. Some readers do
 * not see colours, and some printers have none.
 * @typedef {object} Look
 * @property {string} colour a custom property of charts.css or of web/css/tokens.css, such as --chart-node
 * @property {Dash} [dash] solid
 * @property {Shape | null} [shape] of its points; null: none, for lines of many points
 * @property {boolean} [hollow] points that are outlines alone
 * @property {number} [width] CSS px
 *
 * @typedef {'solid' | 'dashed' | 'dotted' | 'dashdot'} Dash
 * @typedef {'circle' | 'square' | 'triangle' | 'diamond' | 'cross'} Shape
 */

/** Strokes and gaps, CSS px. @type {Record<Dash, number[]>} */
export const DASHES = { solid: [], dashed: [8, 5], dotted: [2, 4], dashdot: [10, 4, 2, 4] };

/** @type {Record<string, Look>} */
const TARGETS = {
  node: { colour: '--chart-node', shape: 'circle' },
  laravel: { colour: '--chart-laravel', shape: 'square' },
  'laravel-workers': { colour: '--chart-laravel-workers', shape: 'triangle' },
};

/** Lines that belong to no known target. @type {Look[]} */
const OTHERS = [
  { colour: '--tone-5', shape: 'diamond' },
  { colour: '--tone-7', shape: 'cross' },
  { colour: '--tone-4', shape: 'circle', hollow: true },
  { colour: '--tone-6', shape: 'square', hollow: true },
  { colour: '--tone-1', shape: 'triangle', hollow: true },
];

/** @param {string} target @returns {Look} the same in every chart */
export function lookOfTarget(target) {
  return TARGETS[target] ?? lookOfOther([...target].reduce((sum, letter) => sum + letter.charCodeAt(0), 0));
}

/**
 * @param {number} place
 * @returns {Look} of the line at that place among those of no target, such as parts of a server
 */
export function lookOfOther(place) {
  return OTHERS[place % OTHERS.length];
}

/**
 * @param {{target: string, dashed?: boolean}} line of a lab @param {number} place among the lines of its chart
 * @returns {Look} its target's; a line of no target has one that no other of its chart has
 */
export function lookOfLine({ target, dashed }, place) {
  return { ...(TARGETS[target] ?? lookOfOther(place)), ...(dashed && { dash: 'dashed' }) };
}

/** @param {Look} look @returns {Look} of what somebody else measured of the same */
export function reference(look) {
  return { ...look, dash: 'dashed', hollow: true, width: 1.5 };
}

/**
 * Lines of one target in one chart, as its percentiles: the same colour, other dashes.
 * @param {Look} look @param {number} place
 * @returns {Look}
 */
export function variant(look, place) {
  const dashes = /** @type {Dash[]} */ (Object.keys(DASHES));
  return { ...look, dash: dashes[place % dashes.length] };
}
