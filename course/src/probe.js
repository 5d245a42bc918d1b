import http from 'node:http';

// No lab keeps a loop busy for this long.
const TIMEOUT_MS = 30_000;

/**
 * @typedef {object} ProbeAnswer
 * @property {number} at when the request was due, seconds since the probe began
 * @property {number | null} ms from `at` until the answer; null: no answer, or an error
 */

/**
 * Polls an address at fixed times, an open loop like independent users: while the server stands still, each due request
 * counts with its whole wait.
 */
export class Probe {
  #began = performance.now();
  #asked = 0;
  #agent = new http.Agent({ keepAlive: true });
  /** @type {Map<http.ClientRequest, number>} when each request was due, oldest first */
  #waiting = new Map();

  /** @param {string} url @param {(answer: ProbeAnswer) => void} onAnswer @param {number} [everyMs] */
  constructor(url, onAnswer, everyMs = 20) {
    this.url = url;
    this.onAnswer = onAnswer;
    this.everyMs = everyMs;
    this.#askWhatIsDue();
  }

  /** Sends also the requests that a late timer missed; they count from when they were due. An interval would drift. */
  #askWhatIsDue() {
    for (; this.#asked * this.everyMs <= this.elapsedMs; this.#asked++) this.#ask(this.#asked * this.everyMs);
    this.timer = setTimeout(() => this.#askWhatIsDue(), Math.max(0, this.#asked * this.everyMs - this.elapsedMs));
  }

  /** @returns {number} ms since the probe began */
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

  /** Sends no more requests, and gives up the unanswered ones. */
  abandon() {
    clearTimeout(this.timer);
    for (const request of this.#waiting.keys()) request.destroy();
    this.#agent.destroy();
  }

  /** @param {number} due ms since the probe began */
  #ask(due) {
    const request = http.get(`${this.url}/empty`, { agent: this.#agent, timeout: TIMEOUT_MS });
    this.#waiting.set(request, due);
    /** @type {number | null} */
    let ms = null;
    request.on('timeout', () => request.destroy());
    request.on('error', () => {});
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) ms = this.elapsedMs - due;
      });
    });
    request.on('close', () => {
      this.#waiting.delete(request);
      this.onAnswer({ at: due / 1000, ms });
    });
  }
}
