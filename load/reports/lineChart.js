import { escaped } from '../htmlReport/markup.js';

/**
 * @typedef {object} Line
 * @property {string} name @property {string} colour @property {boolean} [dashed]
 * @property {Array<[number, number]>} points x, y; x rising
 */

const [WIDTH, HEIGHT] = [820, 380];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 300, 40, 50];
const Y_STEPS = 5;

/**
 * Lines over a logarithmic x axis, as SVG that reads on light and dark pages.
 * @param {{title: string, x: string, y: string, ticks: number[], lines: Line[]}} chart ticks: of the x axis
 * @returns {string}
 */
export function lineChart({ title, x, y, ticks, lines }) {
  const top = roundUp(Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value))));
  const last = Math.log10(ticks[ticks.length - 1]);
  const first = Math.log10(ticks[0]);
  const atX = (/** @type {number} */ value) =>
    LEFT + ((Math.log10(value) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const atY = (/** @type {number} */ value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const place = (/** @type {number} */ value) => value.toFixed(1);
  const steps = Array.from({ length: Y_STEPS + 1 }, (_, step) => (top / Y_STEPS) * step);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...steps.map(
      (value) =>
        `<path d="M${LEFT} ${place(atY(value))}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 8}" y="${place(atY(value) + 4)}" text-anchor="end">${tick(value)}</text>`,
    ),
    ...ticks.map(
      (value) =>
        `<text x="${place(atX(value))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${tick(value)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    ...lines.flatMap(({ name, colour, dashed, points }, number) => {
      const stroke = `stroke="${colour}" stroke-width="2"${dashed ? ' stroke-dasharray="6 4"' : ''}`;
      const legend = TOP + 14 + number * 20;
      return [
        `<polyline fill="none" ${stroke} points="${points.map(([at, value]) => `${place(atX(at))},${place(atY(value))}`).join(' ')}"/>`,
        ...(dashed
          ? []
          : points.map(
              ([at, value]) => `<circle cx="${place(atX(at))}" cy="${place(atY(value))}" r="3" fill="${colour}"/>`,
            )),
        `<path d="M${WIDTH - RIGHT + 16} ${legend - 4}h26" ${stroke}/><text x="${WIDTH - RIGHT + 48}" y="${legend}">${escaped(name)}</text>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** @param {number} value @returns {number} the next of 1, 2, 2.5 and 5 times a power of ten */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10);
}

/** @param {number} value @returns {string} */
const tick = (value) => (value >= 1000 ? `${value / 1000}k` : String(value));
