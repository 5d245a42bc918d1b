/**
 * The result of a run. `full`: the load client or the machine was the limit, so the run does not measure the server.
 * @typedef {'passed' | 'failed' | 'full'} LevelOutcome
 *
 * @typedef {object} Capacity
 * @property {number | null} level the greatest level at which most runs passed; null: there is none
 * @property {number | null} least a level at which all runs of a confirmation passed; null: there is none
 * @property {number | null} greatest a level at which no run passed; null: every level up to the last passed
 * @property {boolean} isFull at `greatest` the client or the machine was full, so the server may bear more
 * @property {Array<{level: number} & Tally>} levels every level that was tried, the lowest first
 *
 * @typedef {Record<LevelOutcome, number>} Tally
 */

// The search ends when the passed and the failed level differ by less than this part.
const PRECISION = 0.1;
// This many runs have to agree at each edge.
const CONFIRM = 5;
// A single run may fail by chance on a shared machine, so a level fails only if this many runs fail.
const BELIEVED = 2;

/**
 * Finds the greatest level that a server bears. It doubles until a level fails, and halves the gap down to the
 * precision. Then it confirms both edges: the lower one moves down until all its runs pass, the upper one up until none
 * passes.
 * @param {(level: number) => Promise<LevelOutcome>} measure makes one run at a level
 * @param {{from: number, most: number}} limits from: the first level; most: the last that is tried
 * @returns {Promise<Capacity>}
 */
export async function findCapacity(measure, { from, most }) {
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
  const below = (/** @type {number} */ level) => Math.min(level - 1, Math.round(level / (1 + PRECISION)));
  const above = (/** @type {number} */ level) =>
    Math.min(most, Math.max(level + 1, Math.round(level * (1 + PRECISION))));

  const passes = async (/** @type {number} */ level) => {
    for (let times = 0; times < BELIEVED; times++) if ((await run(level)).passed > 0) return true;
    return false;
  };
  /** @type {(level: number, agreed: (tally: Tally) => boolean) => Promise<boolean>} */
  const confirmed = async (level, agreed) => {
    while (agreed(tallyOf(level)) && runsOf(tallyOf(level)) < CONFIRM) await run(level);
    return agreed(tallyOf(level));
  };

  const bracket = await bracketOf(passes, { from, most });
  let { low, high } = await narrowed(passes, bracket);
  while (low !== null && !(await confirmed(low, ({ failed, full }) => failed + full === 0))) {
    low = below(low) >= 1 ? below(low) : null;
  }
  while (high !== null && !(await confirmed(high, ({ passed }) => passed === 0))) {
    high = high >= most ? null : above(high);
  }
  return capacityOf(tallies, low, high);
}

/**
 * @param {(level: number) => Promise<boolean>} passes @param {{from: number, most: number}} limits
 * @returns {Promise<{low: number | null, high: number | null}>} greatest level that passed, least that failed
 */
async function bracketOf(passes, { from, most }) {
  /** @type {{low: number | null, high: number | null}} */
  const bracket = { low: null, high: null };
  for (let level = Math.min(from, most); ;) {
    bracket[(await passes(level)) ? 'low' : 'high'] = level;
    const { low, high } = bracket;
    if ((low && high) || low === most || high === 1) return bracket;
    level = low ? Math.min(most, low * 2) : Math.floor(level / 2);
  }
}

/**
 * @param {(level: number) => Promise<boolean>} passes @param {{low: number | null, high: number | null}} bracket
 * @returns {Promise<{low: number | null, high: number | null}>} so near that the search tries no level between them
 */
async function narrowed(passes, { low, high }) {
  while (low !== null && high !== null && high - low > 1 && high / low > 1 + PRECISION) {
    // Levels are compared by their ratio, so the middle is the geometric one.
    const middle = Math.min(high - 1, Math.max(low + 1, Math.round(Math.sqrt(low * high))));
    if (await passes(middle)) low = middle;
    else high = middle;
  }
  return { low, high };
}

/** @param {Tally} tally */
const runsOf = ({ passed, failed, full }) => passed + failed + full;

/**
 * @param {Map<number, Tally>} tallies @param {number | null} least @param {number | null} greatest
 * @returns {Capacity}
 */
function capacityOf(tallies, least, greatest) {
  const levels = [...tallies]
    .map(([level, tally]) => ({ level, ...tally }))
    .sort((one, other) => one.level - other.level);
  const borne = levels.filter((one) => 2 * one.passed > runsOf(one) && (greatest === null || one.level < greatest));
  const top = levels.find(({ level }) => level === greatest);
  return {
    level: borne.at(-1)?.level ?? null,
    least,
    greatest,
    isFull: top !== undefined && top.full >= top.failed,
    levels,
  };
}

/** @param {Capacity} capacity @param {(level: number) => string} inWords @returns {string} the answer in a sentence */
export function capacityText({ level, least, greatest, isFull, levels }, inWords) {
  const levelText = (/** @type {number} */ users) => {
    const tried = levels.find((tally) => tally.level === users);
    return `${inWords(users)} (${tried ? `${tried.passed} of ${runsOf(tried)} runs passed` : 'not tried'})`;
  };
  if (greatest === null)
    return least === null
      ? 'No level passed every run of a confirmation, and none failed all of one: the machine is too noisy to say.'
      : `At least ${levelText(least)}: nothing above was tried.`;
  if (isFull) {
    const bears = least === null ? 'Nothing is known of the server' : `At least ${levelText(least)}`;
    return `${bears}: at ${levelText(greatest)} the load client or the machine was full.`;
  }
  if (level === null || least === null) return `Less than ${levelText(greatest)}.`;
  return `${inWords(level)}, between ${levelText(least)} and ${levelText(greatest)}.`;
}
