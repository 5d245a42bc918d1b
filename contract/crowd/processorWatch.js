import { familyOf, readProc, threadsOf } from './processes.js';

const EVERY_MS = 100;
const THREADS_EVERY_MS = 1000;
// Longer than anybody waits for an ack.
const KEPT_MS = 30_000;

/**
 * @typedef {{ran: number, waited: number}} Sched of a thread, so far, in ms: how long it ran, and how long it could have run and had no processor
 * @typedef {{at: number, threads: Map<string, Sched>}} Sample
 */

/**
 * Tells a machine's standstill from a server's: the kernel counts how long each thread could have run and had to wait for a processor
 * (proc_pid_schedstat(5)), and a server that waits there is not at work.
 */
export class ProcessorWatch {
  /** @type {Sample[]} oldest first */
  #samples = [];
  /** @type {string[]} */
  #threads = [];
  #listedAt = -Infinity;
  #timer;

  /** @param {number[]} pids of a server; their threads and children count @param {{now?: () => number}} [clock] */
  constructor(pids, { now = () => performance.now() } = {}) {
    this.pids = pids;
    this.now = now;
    if (pids.length > 0) this.#timer = setInterval(() => this.sample(), EVERY_MS);
    this.sample();
  }

  sample() {
    if (this.pids.length === 0) return;
    const at = this.now();
    if (at - this.#listedAt >= THREADS_EVERY_MS) {
      this.#threads = threadsOf(familyOf(this.pids));
      this.#listedAt = at;
    }
    this.add({ at, threads: new Map(this.#threads.flatMap((thread) => scheduleOf(thread))) });
  }

  /** @param {Sample} sample */
  add(sample) {
    this.#samples.push(sample);
    while (this.#samples[0].at < sample.at - KEPT_MS) this.#samples.shift();
  }

  latest() {
    return /** @type {Sample} */ (this.#samples.at(-1));
  }

  /**
   * How long others kept the server from a processor, at least: what the thread waited that waited longest, less what the server's
   * other threads ran meanwhile, since it may have waited for those.
   * @param {number} from @param {number} to @returns {number} ms
   */
  keptWaiting(from, to) {
    const within = this.#samples.filter(({ at }) => at >= from && at <= to);
    const [first, last] = [within[0], within.at(-1)];
    if (!first || !last) return 0;
    let ran = 0;
    let most = { waited: 0, ran: 0 };
    for (const [thread, now] of last.threads) {
      const before = first.threads.get(thread);
      if (!before) continue;
      const spent = { waited: now.waited - before.waited, ran: now.ran - before.ran };
      ran += spent.ran;
      if (spent.waited > most.waited) most = spent;
    }
    return Math.max(0, most.waited - (ran - most.ran));
  }

  end() {
    clearInterval(this.#timer);
  }
}

/** @param {string} thread @returns {[string, Sched][]} empty where it has ended */
function scheduleOf(thread) {
  const [ran, waited] = readProc(`${thread}/schedstat`)
    .split(' ')
    .map((ns) => Number(ns) / 1e6);
  return waited === undefined ? [] : [[thread, { ran, waited }]];
}
