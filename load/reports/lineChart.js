import { decadesAround, placeOn } from '../charts/axes.js';
import { outline } from '../charts/shapes.js';
import { escaped } from '../htmlReport/markup.js';

/**
 * @typedef {object} Line
 * @property {string} name @property {string} colour @property {boolean} [dashed]
 * @property {import('../charts/looks.js').Shape | null} [shape] of its points, which a dashed line has only where this is given; null: none
 * @property {Array<[number, number | null]>} points x, y; x rising; null breaks the line
 */

const [WIDTH, HEIGHT] = [820, 380];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 300, 40, 50];
const Y_STEPS = 5;
const X_STEPS = 6;
const [STROKE, POINT, BAND] = [2, 3, 2.5];
const SAME_PX = 1.5;
// More of them run into one another, and say no more than the line.
const POINTS_WITH_SHAPES = 40;

/**
 * Lines as SVG that reads on light and dark pages.
 * @param {{title: string, x: string, y: string, ticks?: number[], lines: Line[], overlaid?: boolean, xScale?: 'log' | 'linear', yScale?: 'log' | 'linear'}} chart
 *   ticks: of the x axis, where round numbers will not do; overlaid: a whole line that others lie on is drawn wider; xScale: log; yScale: linear, from zero
 * @returns {string}
 */
export function lineChart({ title, x, y, ticks, lines, overlaid = false, xScale = 'log', yScale = 'linear' }) {
  const points = lines.flatMap((line) => line.points);
  const atX = xPlaces(ticks ?? linearTicks(points), xScale);
  const values = points.flatMap(([, value]) => (value === null ? [] : value));
  const ySteps = yScale === 'log' ? decades(values) : linearSteps(values);
  const atY = yPlaces(ySteps, yScale);
  const place = (/** @type {number} */ value) => value.toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...ySteps.map(
      (value) =>
        `<path d="M${LEFT} ${place(atY(value))}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 8}" y="${place(atY(value) + 4)}" text-anchor="end">${tick(value)}</text>`,
    ),
    ...(ticks ?? linearTicks(points)).map(
      (value) =>
        `<text x="${place(atX(value))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${tick(value)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    ...lines.flatMap((line, number) => {
      const { name, colour, dashed } = line;
      // Wider than those that are drawn over it, so that it is seen on both sides of them.
      const onIt = overlaid ? lines.slice(number + 1).filter((later) => coincide(line, later, atY)) : [];
      const wider = BAND * onIt.length;
      const stroke = `stroke="${colour}" stroke-width="${STROKE + wider}"${dashed ? ' stroke-dasharray="6 4"' : ''}`;
      const legend = TOP + 14 + number * 20;
      const mark = markOf(line, wider / 2);
      const text = `<text x="${WIDTH - RIGHT + 48}" y="${legend}">${escaped(name)}</text>`;
      return [
        ...unbroken(line.points).map(
          (part) =>
            `<polyline fill="none" ${stroke} points="${part.map(([at, value]) => `${place(atX(at))},${place(atY(value))}`).join(' ')}"/>`,
        ),
        ...unbroken(line.points).flatMap((part) => part.map(([at, value]) => mark(atX(at), atY(value)))),
        `<path d="M${WIDTH - RIGHT + 16} ${legend - 4}h26" ${stroke}/>${line.shape ? mark(WIDTH - RIGHT + 29, legend - 4) : ''}${text}`,
      ].filter(Boolean);
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** @param {Line} one @param {Line} other @param {(value: number) => number} atY @returns {boolean} whether two of their points in a row lie on one another */
function coincide(one, other, atY) {
  if (one.dashed || other.dashed) return false;
  const theirs = new Map(other.points);
  const same = one.points.map(([x, y]) => {
    const their = theirs.get(x) ?? null;
    return y !== null && their !== null && Math.abs(atY(y) - atY(their)) < SAME_PX;
  });
  return same.some((here, at) => here && same[at + 1]);
}

/** @param {Line} line @param {number} wider px @returns {(x: number, y: number) => string} a point of it */
function markOf({ colour, dashed, shape, points }, wider) {
  if (shape === null || points.length > POINTS_WITH_SHAPES || (dashed && !shape)) return () => '';
  if (!shape)
    return (x, y) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${POINT + wider}" fill="${colour}"/>`;
  const path = outline(shape, 0, 0, POINT + 1 + wider);
  const look = dashed ? `fill="#fff" stroke="${colour}"` : `fill="${colour}"`;
  return (x, y) => `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${path}" ${look}/>`;
}

/** @param {Line['points']} points @returns {Array<Array<[number, number]>>} those between breaks */
function unbroken(points) {
  /** @type {Array<Array<[number, number]>>} */
  const parts = [[]];
  for (const [x, y] of points) {
    if (y === null) parts.push([]);
    else parts[parts.length - 1].push([x, y]);
  }
  return parts.filter((part) => part.length > 0);
}

/** @param {number[]} ticks @param {'log' | 'linear'} scale @returns {(value: number) => number} */
function xPlaces(ticks, scale) {
  const on = placeOn({ label: '', scale });
  const [first, last] = [on(ticks[0]), on(ticks[ticks.length - 1])];
  return (value) => LEFT + ((on(value) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
}

/** @param {number[]} steps @param {'log' | 'linear'} scale @returns {(value: number) => number} */
function yPlaces(steps, scale) {
  const on = placeOn({ label: '', scale });
  const [first, last] = [on(steps[0]), on(steps[steps.length - 1])];
  // Below a logarithmic axis lies nothing that could be drawn: it stands at its foot.
  const inside = (/** @type {number} */ value) => Math.max(steps[0], value);
  return (value) => HEIGHT - BOTTOM - ((on(inside(value)) - first) / (last - first)) * (HEIGHT - TOP - BOTTOM);
}

/** @param {number[]} values @returns {number[]} from zero */
function linearSteps(values) {
  const top = roundUp(Math.max(1, ...values));
  return Array.from({ length: Y_STEPS + 1 }, (_, step) => (top / Y_STEPS) * step);
}

/** @param {number[]} values @returns {number[]} powers of ten */
function decades(values) {
  const above = values.filter((value) => value > 0);
  const [from, to] = above.length === 0 ? [1, 10] : decadesAround(Math.min(...above), Math.max(...above));
  return Array.from({ length: Math.round(Math.log10(to / from)) + 1 }, (_, step) => from * 10 ** step);
}

/** @param {Line['points']} points @returns {number[]} from zero, of round numbers */
function linearTicks(points) {
  const most = Math.max(1, ...points.map(([x]) => x));
  const step = roundUp(most / X_STEPS);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, number) => number * step);
}

/** @param {number} value @returns {number} the next of 1, 2, 2.5 and 5 times a power of ten */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10);
}

/** @param {number} value @returns {string} */
const tick = (value) => (value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(6))));
