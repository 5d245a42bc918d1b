import http from 'node:http';
import { Latencies } from '../../load/src/ledger/latencies.js';

// No lab keeps a loop busy for so long.
const TIMEOUT_MS = 30_000;

/**
 * @typedef {object} ProbeAnswer
 * @property {number} at when the request was due, seconds since the probe began
 * @property {number} ms from then until the answer
 * @property {boolean} ok
 */

/**
 * Polls an address at fixed times, an open loop like independent users: while the server is stopped, each request that
 * falls due counts with its whole wait.
 */
export class Probe {
  /** @type {ProbeAnswer[]} in the order they came */
  answers = [];
  asked = 0;
  #began = performance.now();
  #agent = new http.Agent({ keepAlive: true });
  /** @type {Map<http.ClientRequest, number>} when each request was due, oldest first */
  #waiting = new Map();

  /**
   * @param {string} url
   * @param {object} [options]
   * @param {number} [options.everyMs] 20
   * @param {(answer: ProbeAnswer) => void} [options.onAnswer]
   * @param {(at: number) => void} [options.onFailure] at: when the request was due, seconds
   * @param {boolean} [options.remember] false: for a probe without an end, whose answers go to onAnswer alone
   */
  constructor(url, { everyMs = 20, onAnswer = () => {}, onFailure = () => {}, remember = true } = {}) {
    this.url = url;
    this.onAnswer = onAnswer;
    this.onFailure = onFailure;
    this.remember = remember;
    this.everyMs = everyMs;
    this.#askWhatIsDue();
  }

  /** Sends also the requests that a late timer missed; they count from when they were due. An interval would drift. */
  #askWhatIsDue() {
    for (; this.asked * this.everyMs <= this.elapsedMs; this.asked++) this.#ask(this.asked * this.everyMs);
    this.timer = setTimeout(() => this.#askWhatIsDue(), Math.max(0, this.asked * this.everyMs - this.elapsedMs));
  }

  /** @returns {number} since it began */
  get elapsedMs() {
    return performance.now() - this.#began;
  }

  /** @returns {{count: number, oldestMs: number}} unanswered requests, and the age of the oldest */
  get unanswered() {
    const { value: due } = this.#waiting.values().next();
    return { count: this.#waiting.size, oldestMs: due === undefined ? 0 : this.elapsedMs - due };
  }

  /** Sends no more requests, and waits for the missing answers. @returns {Promise<void>} */
  async stop() {
    clearTimeout(this.timer);
    await Promise.all(
      [...this.#waiting.keys()].map((request) => new Promise((resolve) => request.once('close', resolve))),
    );
    this.#agent.destroy();
  }

  /** Sends no more requests, and gives up those under way. */
  abandon() {
    clearTimeout(this.timer);
    for (const request of this.#waiting.keys()) request.destroy();
    this.#agent.destroy();
  }

  /**
   * @param {number} [fromMs] since the probe began @param {number} [toMs]
   * @returns {Latencies} of the requests that were due in that time
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
 * Measures how long another user waits while work is done, and before.
 * @param {import('./lab.js').Context} context
 * @param {object} plan
 * @param {string[]} plan.urls each has its own probe
 * @param {() => Promise<unknown>} plan.work
 * @param {number} [plan.quietMs] before the work, and after it
 * @param {(place: number, answer: ProbeAnswer) => void} [plan.onAnswer] place: index of the address
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
