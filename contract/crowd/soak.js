import { Dice } from '../comparing/random.js';
import { MB } from '../suite/memory.js';
import { resultLine } from '../suite/report.js';
import { percentiles } from './acks.js';
import { Overload } from './overload.js';

/**
 * @typedef {import('./overload.js').Outcome} Outcome
 * @typedef {import('./crowd.js').Phase} Phase
 * @typedef {{said: string, held: boolean}} Verdict
 */

// What a process keeps for good it has taken by then: caches are full, heaps have found their size.
const WARM_SHARE = 1 / 4;
// How much higher the last quarter may lie than the first one after that.
const FLAT_MB = 32;
const FLAT_SHARE = 0.15;

/**
 * All attacks in random order, again and again, for so many minutes beside one crowd; tells each minute how it went.
 * @param {import('../suite/server.js').Server} server @param {import('./overload.js').OverloadEntry[]} list
 * @param {import('./overload.js').OverloadOptions & {minutes: number, seed: number}} options
 * @returns {Promise<{outcomes: Outcome[], ranMinutes: number}>}
 */
export async function soak(server, list, { minutes, seed, ...options }) {
  const dice = new Dice(seed);
  const running = await Overload.begin(server, { ...options, patient: true });
  const begun = performance.now();
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {Outcome[]} */
  let minute = [];
  /** @type {import('./overload.js').OverloadEntry[]} */
  let round = [];
  let stopped = false;
  // Ended early it tells what it has seen so far.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (stopped = true));
  for (let told = 1; told <= minutes && !stopped;) {
    if (round.length === 0) round = [...list];
    const [entry] = round.splice(dice.below(round.length), 1);
    const outcome = await running.attack(entry);
    if (outcome.result.outcome === 'failed') console.log(failure(outcome));
    minute.push(outcome);
    outcomes.push(outcome);
    if (performance.now() - begun < told * 60_000) continue;
    console.log(minuteLine(Math.floor((performance.now() - begun) / 60_000), minute));
    told = Math.floor((performance.now() - begun) / 60_000) + 1;
    minute = [];
  }
  const ranMinutes = (performance.now() - begun) / 60_000;
  await running.end();
  return { outcomes, ranMinutes };
}

/** What failed, and how the machine was meanwhile. @param {Outcome} outcome */
const failure = ({ result, phases }) =>
  `${resultLine(result)}\n        the machine meanwhile: a thread that does nothing was ${phases.at(-1)?.controlMs ?? 0} ms late at most`;

/** @param {number} at minutes @param {Outcome[]} outcomes */
function minuteLine(at, outcomes) {
  const phases = phasesOf(outcomes);
  const most = (/** @type {(phase: Phase) => number} */ of) => Math.max(0, ...phases.map(of));
  const lost = lostIn(outcomes);
  const rss = Math.round((phases.at(-1)?.memory.after ?? 0) / MB);
  return (
    `${String(at).padStart(4)} min  ${outcomes.length} attacks, ${lost} lost, ` +
    `acks p99 ${Math.round(most(({ acks }) => acks.p99))} ms, max ${Math.round(most(({ acks }) => acks.max))} ms ` +
    `(own ${Math.round(most(({ acks }) => acks.own.ms))} ms, control ${most(({ controlMs }) => controlMs)} ms late), ` +
    `${rss} MB resident, peak ${Math.round(most(({ memory }) => memory.peak) / MB)} MB`
  );
}

/**
 * Each attack over all its runs, for the table: what was the longest or the most is that of the worst run, what was before and after that of
 * the one in the middle.
 * @param {Outcome[]} outcomes @returns {{name: string, phase: Phase}[]}
 */
export function byAttack(outcomes) {
  /** @type {Map<string, Phase[]>} */
  const phasesByName = new Map();
  for (const { entry, phases } of outcomes) {
    const name = `${entry.topic}: ${entry.name}`;
    if (phases.length > 0) phasesByName.set(name, [...(phasesByName.get(name) ?? []), ...phases]);
  }
  return [...phasesByName].map(([name, runs]) => ({ name: `${name} (${runs.length} times)`, phase: merged(runs) }));
}

/** @param {Phase[]} runs @returns {Phase} */
function merged(runs) {
  const sum = (/** @type {(phase: Phase) => number} */ of) => runs.reduce((total, phase) => total + of(phase), 0);
  const most = (/** @type {(phase: Phase) => number} */ of) => Math.max(...runs.map(of));
  const middle = (/** @type {(phase: Phase) => number} */ of) => median(runs.map(of));
  return {
    acks: mergedTimes(runs.map(({ acks }) => acks)),
    looks: mergedTimes(runs.map(({ looks }) => looks)),
    lagMs: most(({ lagMs }) => lagMs),
    controlMs: most(({ controlMs }) => controlMs),
    machineRefused: sum(({ machineRefused }) => machineRefused),
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    outOfOrder: sum(({ outOfOrder }) => outOfOrder),
    seconds: sum(({ seconds }) => seconds),
    complaints: runs.flatMap(({ complaints }) => complaints),
    memory: {
      before: middle(({ memory }) => memory.before),
      peak: most(({ memory }) => memory.peak),
      after: middle(({ memory }) => memory.after),
      buffered: most(({ memory }) => memory.buffered),
    },
  };
}

/** @param {Phase['acks'][]} summaries @returns {Phase['acks']} */
function mergedTimes(summaries) {
  const took = summaries.flatMap((summary) => summary.took).sort((a, b) => a - b);
  const slowest = summaries.reduce((a, b) => (b.max > a.max ? b : a));
  const own = summaries.map((summary) => summary.own).reduce((a, b) => (b.ms > a.ms ? b : a));
  return { ...percentiles(took), took, slowestWay: slowest.slowestWay, own };
}

/** @param {Outcome[]} outcomes */
const phasesOf = (outcomes) => outcomes.flatMap(({ phases }) => phases);

/** Deliveries lost, doubled or out of order. @param {Outcome[]} outcomes */
const lostIn = (outcomes) =>
  phasesOf(outcomes).reduce((sum, { lost, duplicated, outOfOrder }) => sum + lost + duplicated + outOfOrder, 0);

/**
 * What must hold over all of it.
 * @param {Outcome[]} outcomes @param {{ranMinutes: number, minutes: number}} time what it took, and what it was to take @returns {Verdict[]}
 */
export function soakVerdicts(outcomes, { ranMinutes, minutes }) {
  const failed = outcomes.filter(({ result }) => result.outcome === 'failed').length;
  const lost = lostIn(outcomes);
  const refused = phasesOf(outcomes).reduce((sum, { machineRefused }) => sum + machineRefused, 0);
  const beside = `; ${refused} sends and looks were refused while others had the processor`;
  return [
    {
      said: `${outcomes.length} attacks, ${failed} of them disturbed the crowd${refused ? beside : ''}`,
      held: outcomes.length > 0 && failed === 0,
    },
    { said: `${lost} deliveries were lost, came twice or out of order`, held: lost === 0 },
    { said: `it ran for ${ranMinutes.toFixed(1)} of ${minutes} minutes`, held: ranMinutes >= minutes },
    flatness(phasesOf(outcomes).map(({ memory }) => memory.after)),
  ];
}

/**
 * Whether memory ends where it was once warm: the median of the last quarter beside that of the first quarter after the
 * warm-up.
 * @param {number[]} resident bytes after each attack @returns {Verdict}
 */
export function flatness(resident) {
  const warm = resident.slice(Math.floor(resident.length * WARM_SHARE));
  const quarter = Math.max(1, Math.ceil(warm.length / 4));
  const [from, to] = [median(warm.slice(0, quarter)), median(warm.slice(-quarter))].map((bytes) => bytes / MB);
  const most = Math.max(FLAT_MB, from * FLAT_SHARE);
  const said = `memory went from ${Math.round(from)} MB to ${Math.round(to)} MB, at most ${Math.round(most)} MB more are flat`;
  return { said, held: to - from <= most };
}

/** @param {number[]} list */
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
