import { lineOption } from '../../load/src/report/lineOption.js';

/** @import { Look } from '../../load/src/report/lineOption.js' */
/** @import { Chart } from './lab.js' */

/** Lines without a target have these colours on white. */
const OTHERS = ['#2f5aa6', '#923a76', '#136a78', '#55600d'];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
// The symbols of more points would overlap.
const POINTS_WITH_SYMBOLS = 25;

/**
 * Makes a lab's ECharts chart for the page and docs/labs.
 * @param {Chart} chart
 * @param {Record<string, Array<[number, number | null]>>} pointsByLine
 * @param {Look & {colourOf: (target: string, other: string) => string}} look colourOf: a target's colour; `other` if it
 *   has none
 */
export function labOption({ title, x, y, lines }, pointsByLine, { colourOf, ...look }) {
  const drawnLines = lines.map(({ key, name, target, dashed }, index) => {
    const points = [...(pointsByLine[key] ?? [])].sort(([one], [other]) => one - other);
    const symbol = points.length > POINTS_WITH_SYMBOLS ? 'none' : SYMBOLS[index % SYMBOLS.length];
    return { name, dashed, points, symbol, colour: colourOf(target, OTHERS[index % OTHERS.length]) };
  });
  return lineOption({ title, x, y, lines: drawnLines }, look);
}
