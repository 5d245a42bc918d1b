import { knows } from './capabilities.js';
import { pause } from './expect.js';
import { inPools } from './pools.js';
import { sharedRestart } from './restart.js';
import { Trial } from './trial.js';

/**
 * @typedef {{name: string, topic?: string, outcome: 'passed' | 'failed' | 'skipped', ms: number, why?: string}} Result
 *
 * @typedef {object} RunOptions
 * @property {() => Promise<void>} [restart] restarts the server and resolves when it is healthy
 * @property {(result: Result) => void} [onResult]
 * @property {number} [crowd] checks side by side
 */

// A check ends by itself within seconds; this only keeps a stuck one from holding the run.
const CHECK_TIMEOUT_MS = 300_000;
/** Whoever shares a restart waits until the slowest of the others has asked or its time is up, and then for the server. */
const RESTART_TIMEOUTS = 2;

/** How many checks of each company run side by side, in this order; where those of a restart share one, all of them do. */
export const companies = [
  { company: 'crowd', width: 8 },
  // Who came and went before must be told by then, and few enough join at once to be named each (10 an event).
  { company: 'calm', width: 3, settleMs: 1200 },
  { company: 'alone', width: 1 },
  { company: 'restart', width: 1 },
];

/**
 * Runs checks: the crowd side by side, the calm a few at a time, then one by one what needs the server for itself, and at last
 * those that need a restart, which is one for all of them.
 * @param {import('./server.js').Server} server @param {import('./check.js').Check[]} checks @param {RunOptions} [options]
 * @returns {Promise<Result[]>} in the order of the checks
 */
export async function runChecks(server, checks, { restart, onResult = () => {}, crowd = 8 } = {}) {
  /** @type {Map<import('./check.js').Check, Result>} */
  const results = new Map();
  for (const { company, width, settleMs } of companies) {
    const mine = checks.filter((check) => check.company === company);
    if (mine.length && settleMs) await pause(settleMs);
    const shared = restart && company === 'restart' ? sharedRestart(restart, mine.length) : undefined;
    const atOnce = { crowd, restart: mine.length }[company] ?? width;
    await inPools(mine, atOnce, async (check) => {
      const member = shared?.();
      const result = await runCheck(server, check, member?.restart ?? restart).finally(member?.ended);
      results.set(check, result);
      onResult(result);
    });
  }
  return checks.map((check) => /** @type {Result} */ (results.get(check)));
}

/**
 * @param {import('./server.js').Server} server @param {import('./check.js').Check} check
 * @param {(() => Promise<void>) | undefined} restart it has a time limit of its own, and the check's begins anew behind it
 * @param {number} [timeoutMs]
 * @returns {Promise<Result>}
 */
export async function runCheck(server, check, restart, timeoutMs = CHECK_TIMEOUT_MS) {
  const { name, topic } = check;
  const lacks = await lackFor(server, check, restart);
  if (lacks !== undefined) return { name, topic, outcome: 'skipped', ms: 0, why: lacks };
  const limit = timeLimit();
  const timed = async (/** @type {() => Promise<void>} */ restart) => {
    // Whose time is up may go on, and would have the server restarted under others.
    if (limit.isOver()) throw new Error('asked for a restart after its end');
    limit.begin(RESTART_TIMEOUTS * timeoutMs, 'waiting for the restart');
    await restart().finally(() => limit.begin(timeoutMs, 'running, after the restart,'));
  };
  const trial = new Trial(server, restart && (() => timed(restart)));
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  limit.begin(timeoutMs, 'running');
  try {
    await Promise.race([check.run(trial), limit.late]);
    return { name, topic, outcome: 'passed', ms: took() };
  } catch (error) {
    return { name, topic, outcome: 'failed', ms: took(), why: reasonOf(error) };
  } finally {
    limit.end();
    trial.end();
  }
}

/** A time limit that begins anew with each `begin`, until its end. */
function timeLimit() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isOver = false;
  /** @type {(error: Error) => void} */
  let reject;
  /** @type {Promise<never>} rejects when the time is up */
  const late = new Promise((_, no) => (reject = no));
  return {
    late,
    isOver: () => isOver,
    /** @param {number} ms @param {string} doing */
    begin(ms, doing) {
      clearTimeout(timer);
      // A check whose time was up may go on, and would keep the process from ending.
      if (!isOver) timer = setTimeout(() => reject(new Error(`still ${doing} after ${ms} ms`)), ms);
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/**
 * What keeps a check from being run.
 * @param {import('./server.js').Server} server @param {import('./check.js').Check} check @param {(() => Promise<void>) | undefined} restart
 * @returns {Promise<string | undefined>} undefined: nothing
 */
async function lackFor(server, { company, rateLimited, joinCode, needs, lab }, restart) {
  if (company === 'restart' && !restart) return 'no --restart';
  if (rateLimited && !server.config.rateLimits) return 'the rate limits of this server are off';
  if (joinCode && !server.config.features.includes('joinCode')) return 'this server has no join code';
  if (needs && !knows(server, needs)) return `the server of the sockets knows no \`${needs}\``;
  if (lab !== undefined && lab !== (await server.hasLabCalls())) return `this server has ${lab ? 'no ' : ''}lab calls`;
  return undefined;
}

/** @param {unknown} error */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack
    ?.split('\n')
    .find((line) => line.includes('/checks/'))
    ?.match(/checks\/[^):]+:\d+/)?.[0];
  const said = error.message.length > 1200 ? `${error.message.slice(0, 1200)} ...` : error.message;
  return `${said}${place ? `  (${place})` : ''}`;
}
