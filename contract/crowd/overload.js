import { Overloader } from '../attacks/overloader.js';
import { pause } from '../suite/expect.js';
import { MB } from '../suite/memory.js';
import { Person } from '../suite/person.js';
import { resultLine } from '../suite/report.js';
import { startCrowd } from './crowdThread.js';
import { ackBound, stillLarger, sufferings } from './verdict.js';

/**
 * @typedef {import('../attacks/overloadEntry.js').OverloadEntry} OverloadEntry
 * @typedef {import('./crowd.js').Phase} Phase
 * @typedef {{entry: OverloadEntry, phases: Phase[], result: import('../suite/runner.js').Result}} Outcome
 *
 * @typedef {object} OverloadOptions
 * @property {number} size of the crowd @property {number} rate messages a second in all
 * @property {number[]} pids the server's processes
 * @property {boolean} long attacks in full, with the strict bound
 * @property {boolean} [patient] late acks and memory that stays are told, not judged
 * @property {number} [quietMs] how long the crowd is by itself first
 */

// So long memory may take to come back, or the attack is run again.
const SETTLE_MS = { long: 60_000, short: 4000 };
// Where only what is lost counts, an attacker whom the machine keeps waiting may go on.
const PATIENT_TIMES = 5;
const QUIET_MS = { long: 10_000, short: 3000 };

/**
 * How often an attack is run where memory stays larger than one run may leave it. Many runs may leave many times that, which a leak
 * exceeds and a heap that has yet to be collected does not: V8 collects it once it has grown enough, or the server is idle.
 */
const RUNS_OF_A_LEAK = 3;

/**
 * Runs an attack, and again while nothing else is wrong than memory that stays.
 * @param {(run: number, restGrowth: number) => Promise<{phase: Phase, wrong: string[]}>} once `run` counts from 1; `restGrowth`: bytes
 *   that memory may have grown by meanwhile; `wrong`: memory that stays aside
 * @param {number} restMB that a run may leave @param {number} [runsMax]
 * @returns {Promise<{phases: Phase[], wrong: string[], leaks: boolean}>} a phase for each run
 */
export async function runForLeaks(once, restMB, runsMax = RUNS_OF_A_LEAK) {
  /** @type {Phase[]} */
  const phases = [];
  for (;;) {
    const run = phases.length + 1;
    const grown = phases.length > 0 ? phases[run - 2].memory.after - phases[0].memory.before : 0;
    const { phase, wrong } = await once(run, run * restMB * MB - grown);
    phases.push(phase);
    const larger = stillLarger(phases, restMB);
    if (larger === undefined) return { phases, wrong, leaks: false };
    if (wrong.length > 0 || run >= runsMax) return { phases, wrong: [...wrong, larger], leaks: run >= RUNS_OF_A_LEAK };
  }
}

/** Attacks a server beside a crowd, one attack after the other. */
export class Overload {
  /** @param {import('../suite/server.js').Server} server @param {OverloadOptions} options */
  static async begin(server, options) {
    const overload = new Overload(server, options, await Person.enter(server));
    await overload.gather();
    return overload;
  }

  /** @param {import('../suite/server.js').Server} server @param {OverloadOptions} options @param {Person} attacker */
  constructor(server, options, attacker) {
    this.server = server;
    this.options = options;
    this.attacker = attacker;
    this.disturbed = false;
    // One leak is enough to look at: no other attack is run again.
    this.leaks = false;
    /** @type {'long' | 'short'} */
    this.length = options.long ? 'long' : 'short';
  }

  /** A crowd, and how it fares while nobody attacks. */
  async gather() {
    const { size, rate, pids, quietMs = QUIET_MS[this.length] } = this.options;
    this.crowd = await startCrowd({ url: this.server.url.href, size, rate, pids });
    await this.crowd.tell();
    await pause(quietMs);
    this.quiet = await this.crowd.tell();
    this.ackMs = this.options.patient ? Infinity : ackBound(this.quiet, this.options.long);
  }

  /** @param {OverloadEntry} entry @returns {Promise<Outcome>} */
  async attack(entry) {
    const { name, topic } = entry;
    if (entry.secret && !process.env.PUSHER_APP_SECRET) {
      return {
        entry,
        phases: [],
        result: { name, topic, outcome: 'skipped', ms: 0, why: 'no PUSHER_APP_SECRET' },
      };
    }
    const start = performance.now();
    const { phases, wrong } = await this.#runs(entry);
    /** @type {import('../suite/runner.js').Result} */
    const result = {
      name,
      topic,
      outcome: wrong.length ? 'failed' : 'passed',
      ms: Math.round(performance.now() - start),
    };
    if (wrong.length) result.why = wrong.slice(0, 12).join('\n');
    return { entry, phases, result };
  }

  /** @param {OverloadEntry} entry @returns {Promise<{phases: Phase[], wrong: string[]}>} */
  async #runs(entry) {
    if (this.options.patient) {
      const { phase, wrong } = await this.#once(entry, 1, entry.restMB * MB);
      return { phases: [phase], wrong };
    }
    const outcome = await runForLeaks(
      (run, restGrowth) => this.#once(entry, run, restGrowth),
      entry.restMB,
      this.leaks ? 1 : RUNS_OF_A_LEAK,
    );
    this.leaks ||= outcome.leaks;
    return outcome;
  }

  /** @param {OverloadEntry} entry @param {number} run @param {number} restGrowth bytes that memory may have grown by */
  async #once(entry, run, restGrowth) {
    if (this.disturbed) {
      await this.end();
      await this.gather();
    }
    const why = await this.#run(entry, run);
    const { phase, seen } = await this.#judge(entry, restGrowth);
    // Whoever lost a socket or a delivery must not fail the next entry too: a new crowd comes for it.
    this.disturbed = seen.length > 0;
    return { phase, wrong: [...why, ...seen] };
  }

  /** @param {OverloadEntry} entry @param {number} nth @returns {Promise<string[]>} what the entry itself found wrong */
  async #run({ run, seconds }, nth) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const late = new Promise((_, reject) => {
      const most = seconds * (this.options.patient ? PATIENT_TIMES : 1);
      timer = setTimeout(() => reject(new Error(`still attacking after ${most} s`)), most * 1000);
    });
    /** @type {Overloader | undefined} */
    let attacker;
    try {
      // Somebody else each time: what is kept for each user is a leak too.
      const person = nth === 1 ? this.attacker : await Person.enter(this.server);
      attacker = new Overloader(this.server, person, this.options.long);
      await Promise.race([run(attacker), late]);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    } finally {
      clearTimeout(timer);
      attacker?.end();
    }
  }

  /** @param {OverloadEntry} bounds @param {number} restGrowth bytes */
  async #judge(bounds, restGrowth) {
    const { crowd, quiet, ackMs = 0 } = this;
    if (!crowd || !quiet) throw new Error('nobody is there to judge');
    const phase = await crowd.tell({
      countFrom: quiet.online,
      restGrowth,
      settleMs: SETTLE_MS[this.length],
    });
    const [peakMB, bufferedMB] = [bounds.peakMB[this.length], bounds.bufferedMB[this.length]];
    return { phase, seen: sufferings(phase, { ackMs, strict: this.options.long, peakMB, bufferedMB }) };
  }

  async end() {
    await this.crowd?.end();
  }
}

/** @param {import('../suite/server.js').Server} server @param {OverloadEntry[]} list @param {OverloadOptions} options @returns {Promise<{quiet: Phase, outcomes: Outcome[]}>} */
export async function overload(server, list, options) {
  const running = await Overload.begin(server, options);
  const quiet = /** @type {Phase} */ (running.quiet);
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const entry of list) {
    const outcome = await running.attack(entry);
    console.log(resultLine(outcome.result));
    outcomes.push(outcome);
  }
  await running.end();
  return { quiet, outcomes };
}
