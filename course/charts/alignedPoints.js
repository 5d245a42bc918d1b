/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number | null} y null: nobody knows it, and the line breaks there
 * @property {number} [least] @property {number} [greatest] ends of its interval, such as the least and the greatest of repetitions
 * @property {boolean} [bound] the client, not the server, set this figure: it is hatched
 *
 * @typedef {object} Line
 * @property {string} name
 * @property {import('./looks.js').Look} look
 * @property {Point[]} points x rising
 */

/**
 * Lines, each with points at places of its own, over one x.
 * @param {Line[]} lines
 * @returns {{xs: number[], points: Array<Array<Point | undefined>>}} for each line as many as there are xs; undefined: it has none there
 */
export function alignedPoints(lines) {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((one, other) => one - other);
  const points = lines.map((line) => {
    const at = new Map(line.points.map((point) => [point.x, point]));
    return xs.map((x) => at.get(x));
  });
  return { xs, points };
}
