import { Probe } from '../../src/probe.js';
import { now } from '../../../load/src/ledger/clock.js';
import { threadTimes } from '../../../load/src/machine/threadTimes.js';
import { readGauges } from '../../../load/src/sampler/gauges.js';
import { letterOf, probedUrls } from '../lastMinute.js';
import { ChatLanes } from './lanes.js';

const PROBE_EVERY_MS = 250;
// On Laravel that costs a worker's time, and the loop's.
const READ_METRICS_EVERY = 2;
// What a loop said of itself is old by then.
const OLD_MS = 2500;

/** @typedef {(felt: import('../lastMinute.js').Felt) => void} OnFelt */

/** One chat, its probes, and what its loop says of itself. */
export class WatchedChat {
  /** @type {{at: number, lagMs: number | null}} */
  said = { at: 0, lagMs: null };
  /** @type {{where: string[], what: string[], workers: number} | null} */
  lab = null;
  #asking = false;
  #asked = 0;
  /** When the workers were asked for metrics that they have not sent, ms since 1970. */
  #metricsAt = NaN;

  /** @param {import('./layout.js').ChatLayout} chat @param {OnFelt} onFelt */
  constructor(chat, onFelt) {
    this.chat = chat;
    this.lanes = new ChatLanes(chat);
    const began = now();
    /** @type {Array<[string, Probe]>} */
    this.probes = Object.entries(probedUrls(chat)).map(([target, url]) => [
      target,
      probeOf(target, url, began, onFelt),
    ]);
  }

  /** @param {number} at ms, now @returns {import('../lastMinute.js').ChatLook} */
  look(at) {
    const { count, oldestMs } = this.probes[0][1].unanswered;
    const { loop, loopShare, workers, waiting } = this.lanes.look(at, { oldestMs, own: this.#ownAtWorkers });
    return {
      loop: letterOf(loop),
      workers: workers.map(letterOf).join(''),
      share: loopShare === null ? null : Math.round(loopShare * 100) / 100,
      waiting,
      unanswered: count,
      oldestMs: Math.round(oldestMs),
      lagMs: at - this.said.at < OLD_MS ? this.said.lagMs : null,
    };
  }

  /** @returns {number} requests of the watcher that wait for a worker: the queue of a chat is that of others */
  get #ownAtWorkers() {
    const [, workers] = this.probes;
    return workers === undefined ? 0 : workers[1].unanswered.count + (this.#metricsWait ? 1 : 0);
  }

  /**
   * Whether our /metrics request is still queued. Workers answer in turn: it is queued as long as the probe that was
   * sent with it, even after we gave it up.
   */
  get #metricsWait() {
    const { count, oldestMs } = this.probes[this.probes.length - 1][1].unanswered;
    return count > 0 && now() - oldestMs <= this.#metricsAt + PROBE_EVERY_MS;
  }

  /** @returns {import('../lastMinute.js').Unfelt[]} of each probe that waits for an answer, the oldest request */
  get unfelt() {
    return this.probes.flatMap(([target, { unanswered }]) =>
      unanswered.count === 0 ? [] : [{ target, at: Math.round(now() - unanswered.oldestMs) }],
    );
  }

  /**
   * Asks the loop what it says of itself; one that stands still is not asked again before it has answered.
   * @returns {Promise<boolean>} whether it has lab calls now and had none before, or the other way round
   */
  async ask() {
    if (this.#asking) return false;
    this.#asking = true;
    const had = this.lab !== null;
    const { url, loop } = this.chat;
    const reads = this.#asked++ % READ_METRICS_EVERY === 0 && !this.#metricsWait;
    if (reads) this.#metricsAt = now();
    const [gauges, lab] = await Promise.all([reads ? readGauges(`${url}/metrics`) : null, readLab(loop.url)]);
    if (gauges) this.#metricsAt = NaN;
    if (gauges)
      this.said = {
        at: now(),
        lagMs: gauges.loopLagSeconds === null ? null : Math.round(gauges.loopLagSeconds * 1e4) / 10,
      };
    if (lab !== undefined) this.lab = lab;
    this.#asking = false;
    return had !== (this.lab !== null);
  }

  /** @returns {boolean} whether a process that was looked at has ended */
  get hasEnded() {
    const { loop, workers } = this.chat;
    return [loop.pid, workers?.pid ?? null].some((pid) => pid !== null && threadTimes(pid) === null);
  }

  close() {
    for (const [, probe] of this.probes) probe.abandon();
  }
}

/** @param {string} target @param {string} url @param {number} began ms since 1970 @param {OnFelt} onFelt */
function probeOf(target, url, began, onFelt) {
  const feel = (/** @type {number} */ at, /** @type {number | null} */ ms) =>
    onFelt({ target, at: Math.round(began + at * 1000), ms: ms === null ? null : Math.round(ms * 100) / 100 });
  return new Probe(url, {
    everyMs: PROBE_EVERY_MS,
    remember: false,
    onAnswer: ({ at, ms, ok }) => feel(at, ok ? ms : null),
    onFailure: (at) => feel(at, null),
  });
}

/** @param {string} url @returns {Promise<any>} null where there are no lab calls; undefined where nobody answers */
async function readLab(url) {
  try {
    const response = await fetch(`${url}/lab`, { signal: AbortSignal.timeout(2000) });
    const lab = await response.json();
    return response.ok && Array.isArray(lab.what) ? lab : null;
  } catch {
    return undefined;
  }
}
