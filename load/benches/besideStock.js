import { WrongUsage } from '../commandLine.js';
import { STOCK } from '../stock/stockServers.js';
import { atObjective, P95_MS } from './equalObjective.js';

/**
 * @typedef {object} Beside one server at the objective
 * @property {string} title @property {string} does
 * @property {import('./equalObjective.js').AtObjective} at
 * @property {number | null} ratio the chat's deliveries/s over its own; null: one of the two has none
 * @property {number | null} cpuRatio its CPU for a delivery over the chat's, at the first rate of both
 *
 * @typedef {{names: string[], p95Ms: number, receivers: number, ours: import('./equalObjective.js').AtObjective, stock: Beside[]}} Objective
 */

/** @param {string | undefined} list with commas between @returns {string[]} names of stock servers @throws {WrongUsage} */
export function stockNames(list) {
  const names = list?.split(',') ?? [];
  const unknown = names.find((name) => !Object.hasOwn(STOCK, name));
  if (unknown !== undefined)
    throw new WrongUsage(`--stock ${unknown}: ${Object.keys(STOCK).join(' or ')} belongs there.`);
  return names;
}

/**
 * A chat and stock servers at an equal objective, one after the other.
 * @param {object} plan
 * @param {import('./wire/meaning.js').Target} plan.target of the chat @param {import('./wire/meaning.js').Session[]} plan.sessions @param {number[]} plan.pids
 * @param {number} plan.seconds of each run @param {number} plan.from messages/s
 * @param {string[]} plan.stock names @param {(line: string) => void} plan.say
 * @returns {Promise<Objective>}
 */
export async function besideStock({ target, sessions, pids, seconds, from, stock, say }) {
  const ours = await atObjective({ target, sessions, pids, from, seconds, say });
  const beside = [];
  for (const name of stock) {
    const { title, does, ordered, start } = STOCK[name];
    const server = await start();
    try {
      const at = await atObjective({ ...server, sessions, ordered, from, seconds, say });
      beside.push({
        ...{ title, does, at },
        ratio: quotient(ours.deliveriesPerSecond, at.deliveriesPerSecond),
        cpuRatio: quotient(at.cpuMicroseconds, ours.cpuMicroseconds),
      });
    } finally {
      await server.stop();
    }
  }
  return { names: stock, p95Ms: P95_MS, receivers: sessions.length, ours, stock: beside };
}

/** @param {number | null} one @param {number | null} other @returns {number | null} */
const quotient = (one, other) => (one === null || other === null || other === 0 ? null : one / other);

// Less than that is the machine's own.
const QUIET_CORES = 0.2;

/** @param {Objective} objective @returns {string[]} */
export function objectiveLines({ p95Ms, ours, stock }) {
  const round = (/** @type {number} */ value) => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  const text = (
    /** @type {import('./equalObjective.js').AtObjective} */ { rate, deliveriesPerSecond, clientLimited },
  ) =>
    rate === null || deliveriesPerSecond === null
      ? 'no rate that was tried'
      : `${clientLimited ? 'at least ' : ''}${round(rate)} messages/s, ${round(deliveriesPerSecond)} deliveries/s`;
  const otherCores = Math.max(...[ours, ...stock.map(({ at }) => at)].map((one) => one.otherCores));
  const cpu = (/** @type {number | null} */ microseconds) =>
    microseconds === null ? '' : `, ${microseconds.toFixed(1)} us of CPU a delivery at ${ours.from}/s`;
  return [
    `  p95 <= ${p95Ms} ms   ${text(ours)}${cpu(ours.cpuMicroseconds)}`,
    ...stock.flatMap(({ title, does, at, ratio, cpuRatio }) => {
      const more = ours.clientLimited ? 'at least ' : '';
      const ratios = [
        ratio !== null && `this chat ${more}${ratio.toFixed(1)} times its deliveries/s`,
        cpuRatio !== null && `${cpuRatio.toFixed(1)} times this chat’s CPU a delivery`,
      ].filter(Boolean);
      return [
        `    beside       ${text(at)}${cpu(at.cpuMicroseconds)}: ${title} (${does})`,
        ...(ratios.length > 0 ? [`                 ${ratios.join(', ')}`] : []),
      ];
    }),
    ...(otherCores > QUIET_CORES
      ? [
          `                 other work kept ${otherCores.toFixed(1)} cores busy: the rates are of that as well, the CPU is not`,
        ]
      : []),
  ];
}
