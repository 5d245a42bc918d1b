/**
 * A lab on the live page: what was predicted, how far it is, what came.
 *
 * @typedef {object} LabRun
 * @property {'running' | 'stopping' | 'stopped' | 'failed' | 'ended'} state
 * @property {number} began ms since 1970, by the server's clock
 * @property {number} prediction place of the choice @property {boolean} short
 * @property {Array<{at: number, text: string}>} steps at: seconds since it began
 * @property {Record<string, Record<string, Array<[number, number | null]>>>} series points by chart and line
 * @property {string | null} failed why it could not go on
 * @property {Came | null} came once it has ended
 *
 * @typedef {object} Came what nobody is told before
 * @property {number} right @property {string[]} because @property {string[]} tryNext
 * @property {Omit<import('../src/runLab.js').LabRecord, 'series' | 'steps'>} record
 *
 * @typedef {import('../src/runLab.js').LabEvent} LabEvent
 */

/** @param {{prediction: number, short: boolean, charts: import('../src/lab.js').Chart[]}} begun @returns {LabRun} */
export function newLabRun({ prediction, short, charts }) {
  const series = Object.fromEntries(
    charts.map(({ key, lines }) => [key, Object.fromEntries(lines.map((line) => [line.key, []]))]),
  );
  return { state: 'running', began: Date.now(), prediction, short, steps: [], series, failed: null, came: null };
}

/** @param {LabRun | null | undefined} run @returns {boolean} */
export const isUnderWay = (run) => run?.state === 'running' || run?.state === 'stopping';

/** @param {LabRun} run changed @param {LabEvent[]} events */
export function addLabEvents(run, events) {
  for (const event of events) {
    if ('step' in event) run.steps.push({ at: event.at, text: event.step });
    else run.series[event.point.chart]?.[event.point.line]?.push([event.point.x, event.point.y]);
  }
}
