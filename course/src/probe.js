import http from 'node:http';
import { Latencies } from '../../load/src/ledger/latencies.js';

// Longer than any lab keeps a loop busy.
const TIMEOUT_MS = 30_000;

/**
 * @typedef {object} ProbeAnswer
 * @property {number} at when it was to be asked, seconds since the probe began
 * @property {number} ms from then until the answer was there
 * @property {boolean} ok
 */

/**
 * Polls an address at times fixed beforehand, whatever the answers do, as users come who know nothing of each other:
 * each of them whom a stopped server makes wait is counted.
 */
export class Probe {
  /** @type {ProbeAnswer[]} in the order they came */
  answers = [];
  asked = 0;
  #began = performance.now();
  #agent = new http.Agent({ keepAlive: true });
  /** @type {Map<http.ClientRequest, number>} when each was due, in the order they were asked */
  #waiting = new Map();

  /**
   * @param {string} url
   * @param {object} [options]
   * @param {number} [options.everyMs] 20
   * @param {(answer: ProbeAnswer) => void} [options.onAnswer]
   * @param {(at: number) => void} [options.onFailure] told when it was to be asked, seconds
   * @param {boolean} [options.remember] false: whoever hears each answer keeps what it needs, however long that goes on
   */
  constructor(url, { everyMs = 20, onAnswer = () => {}, onFailure = () => {}, remember = true } = {}) {
    this.url = url;
    this.onAnswer = onAnswer;
    this.onFailure = onFailure;
    this.remember = remember;
    this.everyMs = everyMs;
    this.#askWhatIsDue();
  }

  /** What the timer missed is asked for now, and counted from when it was due. An interval would drift. */
  #askWhatIsDue() {
    for (; this.asked * this.everyMs <= this.elapsedMs; this.asked++) this.#ask(this.asked * this.everyMs);
    this.timer = setTimeout(() => this.#askWhatIsDue(), Math.max(0, this.asked * this.everyMs - this.elapsedMs));
  }

  /** @returns {number} since it began */
  get elapsedMs() {
    return performance.now() - this.#began;
  }

  /** @returns {{count: number, oldestMs: number}} what has no answer yet, and for how long */
  get unanswered() {
    const { value: due } = this.#waiting.values().next();
    return { count: this.#waiting.size, oldestMs: due === undefined ? 0 : this.elapsedMs - due };
  }

  /** Asks no more, and waits for the answers that are still to come. @returns {Promise<void>} */
  async stop() {
    clearTimeout(this.timer);
    await Promise.all(
      [...this.#waiting.keys()].map((request) => new Promise((resolve) => request.once('close', resolve))),
    );
    this.#agent.destroy();
  }

  /** Asks no more, and waits for nothing. */
  abandon() {
    clearTimeout(this.timer);
    for (const request of this.#waiting.keys()) request.destroy();
    this.#agent.destroy();
  }

  /**
   * @param {number} [fromMs] of the time in which they were to be asked @param {number} [toMs]
   * @returns {Latencies} of what was asked then
   */
  latencies(fromMs = 0, toMs = Infinity) {
    const latencies = new Latencies();
    for (const { at, ms } of this.answers) {
      if (at * 1000 >= fromMs && at * 1000 < toMs) latencies.record(ms);
    }
    return latencies;
  }

  /** @param {number} due ms since it began */
  #ask(due) {
    const request = http.get(`${this.url}/empty`, { agent: this.#agent, timeout: TIMEOUT_MS });
    this.#waiting.set(request, due);
    let ok = false;
    let ended = false;
    request.on('timeout', () => request.destroy());
    request.on('error', () => {});
    request.on('response', (response) => {
      ok = response.statusCode === 200;
      response.resume();
      response.on('end', () => {
        ended = true;
        this.#answered(due, ok);
      });
    });
    request.on('close', () => {
      this.#waiting.delete(request);
      if (!ended) this.onFailure(due / 1000);
    });
  }

  /** @param {number} due ms @param {boolean} ok */
  #answered(due, ok) {
    const answer = { at: due / 1000, ms: this.elapsedMs - due, ok };
    if (this.remember) this.answers.push(answer);
    this.onAnswer(answer);
  }
}

/**
 * What another user feels while something is done, and just before.
 * @param {import('./lab.js').Context} context
 * @param {object} plan
 * @param {string[]} plan.urls each is polled by itself
 * @param {() => Promise<unknown>} plan.work
 * @param {number} [plan.quietMs] before it, and after it
 * @param {(place: number, answer: ProbeAnswer) => void} [plan.onAnswer] told each answer; place: of its address
 * @returns {Promise<Array<{quiet: Latencies, during: Latencies, failed: number}>>} for each address
 */
export async function probeWhile(context, { urls, work, quietMs = 500, onAnswer = () => {} }) {
  const probes = urls.map((url, place) => new Probe(url, { onAnswer: (answer) => onAnswer(place, answer) }));
  context.atEnd(() => probes.forEach((probe) => probe.abandon()));
  await context.sleep(quietMs);
  const from = probes.map((probe) => probe.elapsedMs);
  await work();
  const to = probes.map((probe) => probe.elapsedMs);
  await context.sleep(quietMs);
  await Promise.all(probes.map((probe) => probe.stop()));
  return probes.map((probe, place) => ({
    quiet: probe.latencies(0, from[place]),
    during: probe.latencies(from[place], to[place]),
    failed: probe.answers.filter(({ ok }) => !ok).length + probe.asked - probe.answers.length,
  }));
}
