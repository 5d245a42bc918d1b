/**
 * What one flood of one server showed, or several of them together.
 * @typedef {object} EmptySide
 * @property {number} requestsPerSecond 2xx only
 * @property {number} ok answers of 2xx
 * @property {number} cpuSeconds of the server
 * @property {number} cpuMicroseconds of the server for each 2xx answer
 * @property {number} failed answers that were no 2xx, and connections that gave none
 * @property {number} abCores cores that all ab processes kept busy
 *
 * @typedef {{server: EmptySide, baseline: EmptySide}} Turn both, one right after the other
 */

/**
 * Who is flooded when: A B, B A, A B, ... so that what drifts (heat, a neighbour on the machine) falls on both alike.
 * @template T
 * @param {T} a @param {T} b @param {number} turns even
 * @returns {Array<[T, T]>}
 */
export function takingTurns(a, b, turns) {
  return Array.from({ length: turns }, (_, turn) => (turn % 2 === 0 ? [a, b] : [b, a]));
}

/**
 * @param {Turn[]} turns
 * @returns {{server: EmptySide, baseline: EmptySide, ratio: number, ratioOfTurns: {min: number, max: number}, cpuRatio: number}}
 *   ratioOfTurns: how far the turns' own ratios lie apart, which is what the ratio can be trusted to
 */
export function compareTurns(turns) {
  const server = together(turns.map((turn) => turn.server));
  const baseline = together(turns.map((turn) => turn.baseline));
  const ratios = turns.map((turn) => turn.server.requestsPerSecond / turn.baseline.requestsPerSecond);
  return {
    server,
    baseline,
    ratio: server.requestsPerSecond / baseline.requestsPerSecond,
    ratioOfTurns: { min: Math.min(...ratios), max: Math.max(...ratios) },
    cpuRatio: server.cpuMicroseconds / baseline.cpuMicroseconds,
  };
}

/** @param {EmptySide[]} sides of turns of the same length @returns {EmptySide} */
export function together(sides) {
  const sum = (/** @type {keyof EmptySide} */ key) => sides.reduce((total, side) => total + side[key], 0);
  const mean = (/** @type {keyof EmptySide} */ key) => sum(key) / sides.length;
  return {
    requestsPerSecond: mean('requestsPerSecond'),
    ok: sum('ok'),
    cpuSeconds: sum('cpuSeconds'),
    // Of all answers, not the mean of the turns: a turn of few answers would weigh as much as one of many.
    cpuMicroseconds: sum('ok') > 0 ? (sum('cpuSeconds') * 1e6) / sum('ok') : 0,
    failed: sum('failed'),
    abCores: mean('abCores'),
  };
}
