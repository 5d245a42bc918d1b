/**
 * What a run at a level came to: it passed, the server failed, or the load client or the machine was full, which says nothing of the server.
 * @typedef {'passed' | 'failed' | 'full'} Outcome
 *
 * @typedef {object} Limits
 * @property {number} from the first level @property {number} most none above it is tried
 * @property {number} precision levels are told apart that differ by this part, such as 0.1
 * @property {number} confirm so many runs have to agree at either edge
 *
 * @typedef {object} Capacity
 * @property {number | null} level the greatest at which most runs passed; null: none did
 * @property {number | null} least at which all runs of a confirmation passed
 * @property {number | null} greatest at which none did; null: every level up to the last passed
 * @property {boolean} clientLimited at `greatest` the client or the machine was full, so the server may bear more
 * @property {Array<{level: number} & Tally>} levels every one that was tried, rising
 *
 * @typedef {Record<Outcome, number>} Tally
 */

// A run that did not pass is run again before it is believed: on a shared machine one bad run in some is nobody's fault.
const BELIEVED = 2;

/**
 * The greatest level that a server bears. Doubles until a level does not pass, halves the gap until it is narrower than the precision, then confirms both edges: the lower
 * one moves down until all of its runs pass, the upper one up until none does. What lies between is the interval of the answer.
 * @param {(level: number) => Promise<Outcome>} measure one run
 * @param {Limits} limits
 * @returns {Promise<Capacity>}
 */
export async function findCapacity(measure, { from, most, precision, confirm }) {
  /** @type {Map<number, Tally>} */
  const tallies = new Map();
  const tallyOf = (/** @type {number} */ level) => {
    const tally = tallies.get(level) ?? { passed: 0, failed: 0, full: 0 };
    tallies.set(level, tally);
    return tally;
  };
  const run = async (/** @type {number} */ level) => {
    tallyOf(level)[await measure(level)]++;
    return tallyOf(level);
  };
  const below = (/** @type {number} */ level) => Math.min(level - 1, Math.round(level / (1 + precision)));
  const above = (/** @type {number} */ level) =>
    Math.min(most, Math.max(level + 1, Math.round(level * (1 + precision))));

  const passes = async (/** @type {number} */ level) => {
    for (let times = 0; times < BELIEVED; times++) if ((await run(level)).passed > 0) return true;
    return false;
  };
  /** @type {(level: number, agreed: (tally: Tally) => boolean) => Promise<boolean>} whether all runs of a confirmation agree */
  const confirmed = async (level, agreed) => {
    while (agreed(tallyOf(level)) && runsOf(tallyOf(level)) < confirm) await run(level);
    return agreed(tallyOf(level));
  };

  const bracket = await bracketOf(passes, { from, most });
  let { low, high } = await narrowed(passes, bracket, precision);
  while (low !== null && !(await confirmed(low, ({ failed, full }) => failed + full === 0))) {
    low = below(low) >= 1 ? below(low) : null;
  }
  while (high !== null && !(await confirmed(high, ({ passed }) => passed === 0))) {
    high = high >= most ? null : above(high);
  }
  return answer(tallies, low, high);
}

/**
 * @param {(level: number) => Promise<boolean>} passes @param {{from: number, most: number}} limits
 * @returns {Promise<{low: number | null, high: number | null}>} the greatest level that passed, and the least that did not
 */
async function bracketOf(passes, { from, most }) {
  /** @type {number | null} */
  let low = null;
  for (let level = Math.min(from, most); ; level = Math.min(most, level * 2)) {
    if (!(await passes(level))) return low === null ? lowerBracket(passes, level) : { low, high: level };
    low = level;
    if (level >= most) return { low, high: null };
  }
}

/** @param {(level: number) => Promise<boolean>} passes @param {number} failed the first level @returns {Promise<{low: number | null, high: number}>} */
async function lowerBracket(passes, failed) {
  let high = failed;
  while (high > 1) {
    const level = Math.floor(high / 2);
    if (await passes(level)) return { low: level, high };
    high = level;
  }
  return { low: null, high };
}

/**
 * @param {(level: number) => Promise<boolean>} passes @param {{low: number | null, high: number | null}} bracket @param {number} precision
 * @returns {Promise<{low: number | null, high: number | null}>} with no level between them that is told apart
 */
async function narrowed(passes, { low, high }, precision) {
  while (low !== null && high !== null && high - low > 1 && high / low > 1 + precision) {
    // Levels are compared by their ratio, so the middle is the geometric one.
    const middle = Math.min(high - 1, Math.max(low + 1, Math.round(Math.sqrt(low * high))));
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  return { low, high };
}

/** @param {Tally} tally */
const runsOf = ({ passed, failed, full }) => passed + failed + full;

/** @param {Map<number, Tally>} tallies @param {number | null} least @param {number | null} greatest @returns {Capacity} */
function answer(tallies, least, greatest) {
  const levels = [...tallies]
    .map(([level, tally]) => ({ level, ...tally }))
    .sort((one, other) => one.level - other.level);
  const borne = levels.filter((one) => 2 * one.passed > runsOf(one) && (greatest === null || one.level < greatest));
  const top = levels.find(({ level }) => level === greatest);
  return {
    level: borne.at(-1)?.level ?? null,
    least,
    greatest,
    clientLimited: top !== undefined && top.full >= top.failed,
    levels,
  };
}
