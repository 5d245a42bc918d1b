import { STATES } from '../lastMinute.js';

/**
 * @typedef {import('../watch/laneStates.js').LaneState} LaneState
 * @typedef {{state: LaneState, from: number, to: number}} Stretch ms since 1970
 * @typedef {{top: number, height: number, xOf: (at: number) => number}} Place px
 */

// Between two looks of a process that was kept from looking, or that stood still, nobody knows.
const MOST_BETWEEN_MS = 2000;
const USUAL_MS = 250;

/**
 * What a lane did, as few stretches as there are.
 * @param {import('../lastMinute.js').Look[]} looks
 * @param {(look: import('../lastMinute.js').Look) => string | undefined} letterIn undefined: it was not there
 * @returns {Stretch[]}
 */
export function stretches(looks, letterIn) {
  /** @type {Stretch[]} */
  const found = [];
  for (const [place, look] of looks.entries()) {
    const letter = letterIn(look);
    if (letter === undefined) continue;
    const state = STATES[letter];
    const from = since(looks, place);
    const last = found[found.length - 1];
    if (last?.state === state && last.to === from) last.to = look.at;
    else found.push({ state, from, to: look.at });
  }
  return found;
}

/**
 * A look tells what was since the one before it.
 * @param {import('../lastMinute.js').Look[]} looks @param {number} place @returns {number} ms since 1970
 */
function since(looks, place) {
  const { at } = looks[place];
  const before = looks[place - 1]?.at ?? -Infinity;
  return at - before > MOST_BETWEEN_MS ? at - USUAL_MS : before;
}

/**
 * Each state has a form of its own: a line for idle, a block for busy, a hatched block for waiting; whoever is away
 * leaves a gap.
 * @param {Stretch[]} all @param {Place} place
 * @returns {Record<'idle' | 'busy' | 'waiting', string>} as SVG says a path
 */
export function lanePaths(all, { top, height, xOf }) {
  const block = (/** @type {Stretch} */ { from, to }) =>
    `M${round(xOf(from))} ${top}H${round(xOf(to))}V${top + height}H${round(xOf(from))}Z`;
  const line = (/** @type {Stretch} */ { from, to }) => `M${round(xOf(from))} ${top + height / 2}H${round(xOf(to))}`;
  const of = (/** @type {LaneState} */ state, /** @type {(one: Stretch) => string} */ form) =>
    all
      .filter((one) => one.state === state)
      .map(form)
      .join('');
  return { idle: of('idle', line), busy: of('busy', block), waiting: of('waiting', block) };
}

/**
 * @param {import('../lastMinute.js').Look[]} looks
 * @returns {number} of all queues the longest: what they are drawn against, so that they can be compared
 */
const longestQueue = (looks) =>
  Math.max(1, ...looks.flatMap(({ chats }) => Object.values(chats).map(({ waiting }) => waiting ?? 0)));

/**
 * How many waited, as an area over its base.
 * @param {import('../lastMinute.js').Look[]} looks @param {string} chat @param {Place} place
 * @returns {string}
 */
export function queuePath(looks, chat, { top, height, xOf }) {
  const counts = looks.map(({ chats }) => chats[chat]?.waiting ?? 0);
  const most = longestQueue(looks);
  const base = top + height;
  const parts = looks.map(({ at }, place) => {
    if (counts[place] === 0) return '';
    const [from, to] = [round(xOf(since(looks, place))), round(xOf(at))];
    // One that waits is seen beside a thousand.
    const high = round(Math.max(3, (Math.sqrt(counts[place]) / Math.sqrt(most)) * height));
    return `M${from} ${base}V${base - high}H${to}V${base}Z`;
  });
  return parts.join('');
}

/** @param {number} px */
const round = (px) => Math.round(px * 10) / 10;
