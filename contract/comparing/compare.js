import { seeded } from './random.js';
import { episode } from './episodes.js';
import { callsIn } from './pair.js';
import { PRESENCE } from './presence.js';
import { shrink } from './shrink.js';
import { PLACES } from './targets.js';

/** @typedef {import('./call.js').Step} Step @typedef {import('./differences.js').Difference} Difference @typedef {import('./pair.js').Pair} Pair @typedef {import('./pair.js').Found} Found */

/**
 * @typedef {object} Disagreement
 * @property {Step[]} steps the fewest that show it; at the last of them, mostly, the two differ
 * @property {string} kind what is the same of all that it stands for
 * @property {Difference[]} differences
 * @property {number} times how often its kind was met
 * @property {boolean} repeats whether it showed again
 */

// So many episodes are under way at once.
const ABREAST = 16;
// A pair that differs in more ways is no pair.
const KINDS_MAX = 40;
// Each waits some seconds, until who has left is gone.
const SLOW_TRIES = 12;

/**
 * @typedef {object} Options
 * @property {number} requests it ends after so many calls
 * @property {number} [seconds] or after so long
 * @property {number} seed
 * @property {number} [tries] to make a disagreement smaller
 * @property {(seed: number) => Step[]} [make] an episode
 * @property {number} [abreast] so many of them are under way at once
 * @property {number} [kindsMax] it ends after so many kinds
 * @property {(each: Disagreement) => boolean} [enough] or after the first that this is true of
 * @property {(each: Disagreement) => void} [onFound]
 * @property {(episodes: Step[][]) => void} [onTaken] those that both have been given
 */

/**
 * Takes the same generated calls to both servers, and gives what they took differently, each kind once and in its smallest form.
 * @param {Pair} pair @param {Options} options @returns {Promise<Disagreement[]>}
 */
export async function compare(pair, options) {
  const { requests, seconds = Infinity, seed, tries = 80, kindsMax = KINDS_MAX } = options;
  const { make = episode, abreast = ABREAST, enough = () => false, onFound = () => {}, onTaken = () => {} } = options;
  const random = seeded(seed);
  /** @type {Map<string, Disagreement>} */
  const met = new Map();
  const note = async (/** @type {Found[]} */ found) => {
    for (const { steps, step, differences } of found) {
      for (const difference of differences) {
        const kind = kindOf(steps[step], difference);
        const known = met.get(kind);
        if (known) known.times++;
        else if (met.size < kindsMax) {
          const disagreement = await smallest(pair, steps.slice(0, step + 1), kind, differences, tries);
          met.set(kind, disagreement);
          onFound(disagreement);
        }
      }
    }
  };
  await pair.begin();
  const until = Date.now() + 1000 * seconds;
  const goesOn = () => Date.now() < until && met.size < kindsMax && ![...met.values()].some(enough);
  for (let calls = 0; calls < requests && goesOn();) {
    const episodes = Array.from({ length: abreast }, () => make(Math.floor(random() * 2 ** 32)));
    await note(await pair.take(episodes));
    calls += episodes.reduce((sum, steps) => sum + callsIn(steps), 0);
    onTaken(episodes);
  }
  await note(await pair.end());
  return [...met.values()];
}

/**
 * Does an episode again, alone.
 * @param {Pair} pair @param {Step[]} steps @param {boolean} [looks] waits until it is known who is online behind it
 * @returns {Promise<{kind: string, differences: Difference[]}[]>}
 */
export async function again(pair, steps, looks = false) {
  const found = await pair.takeAlone(steps, looks);
  return found.flatMap(({ step, differences }) =>
    differences.map((each) => ({ kind: kindOf(steps[step], each), differences })),
  );
}

/** @param {Pair} pair @param {Step[]} steps @param {string} kind @param {Difference[]} differences @param {number} tries to make it smaller @returns {Promise<Disagreement>} */
async function smallest(pair, steps, kind, differences, tries) {
  const looks = kind.includes(PRESENCE);
  const shows = async (/** @type {Step[]} */ candidate) => {
    const found = (await again(pair, candidate, looks)).find((each) => alike(each.kind, kind));
    if (found) differences = found.differences;
    return found !== undefined;
  };
  const repeats = tries > 0 && steps.length > 0 && (await shows(steps));
  return {
    steps: repeats ? await shrink(steps, shows, looks ? Math.min(tries, SLOW_TRIES) : tries) : steps,
    kind,
    times: 1,
    repeats,
    differences,
  };
}

/** The path may be shortened, what differs may not. @param {string} one @param {string} other */
const alike = (one, other) => one.split(' at ')[1] === other.split(' at ')[1];

/** What is said of many disagreements alike. @param {Step} step @param {Difference} difference */
export function kindOf(step, { at, one, other }) {
  const [, place, within] = /^(?:(\d+)\.)?(.*)$/.exec(at) ?? ['', undefined, at];
  const call = place !== undefined && 'volley' in step && step.how === 'pipelined' ? step.volley[Number(place)] : step;
  const where = /^headers\.(?!allow|content-type)/.test(within) ? 'an answer' : nameOf(call);
  const values = /status|code|headers|effect/.test(at) ? `: ${brief(one)} and ${brief(other)}` : '';
  // Numbers differ from case to case.
  return `${where} at ${within.replace(/\d+/g, 'N')}${values}`;
}

/** @param {any} value */
const brief = (value) => (typeof value === 'object' && value !== null ? 'something' : String(value).slice(0, 60));

/** @param {Step} step @returns {string} */
function nameOf(step) {
  if ('socket' in step) return `socket, ${step.does}`;
  if ('raw' in step) return `raw ${JSON.stringify(step.raw.slice(0, 60))}`;
  if ('volley' in step) return `several ${nameOf(step.volley[0])}`;
  const path = step.target.split('?')[0];
  return `${step.method} ${PLACES.test(path) ? path : 'elsewhere'}`;
}
