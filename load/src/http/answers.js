import { Latencies } from '../ledger/latencies.js';

/** @import { Answer } from './httpUser.js' */

/** The answers of one run: counts, error codes and latencies. */
export class Answers {
  /** When the run ends, ms since 1970. */
  endAt = 0;
  sendLateness = new Latencies();
  /**
   * `requests` counts those that got a 2xx until the run's end. Each request has `attempts NAME` and `failed NAME`.
   * @type {{requests: number} & Record<string, number>}
   */
  counts = { requests: 0, attempts: 0, otherCodes: 0, reset: 0, refused: 0, timeouts: 0 };
  /** @type {Record<string, number>} number of errors by code */
  codes = {};
  /** @type {Record<string, Latencies>} `request`: of all requests; others: of the request of that name */
  latencies = { request: new Latencies() };

  /** @param {string[]} names names of the requests */
  constructor(names) {
    if (names.length > 1) for (const name of names) this.latencies[name] = new Latencies();
  }

  /** @param {Answer} answer */
  add({ name, status, code, intendedAt, answeredAt }) {
    addOne(this.counts, 'attempts', `attempts ${name}`);
    if (code !== undefined) {
      addOne(this.counts, status === 0 ? causeOf(code) : 'otherCodes', `failed ${name}`);
      addOne(this.codes, code);
    } else if (answeredAt <= this.endAt) addOne(this.counts, 'requests');
    // A refused connection fails within a millisecond: its time is no latency.
    if (status === 0) return;
    this.latencies.request.record(answeredAt - intendedAt);
    this.latencies[name]?.record(answeredAt - intendedAt);
  }
}

/** @param {Record<string, number>} counts @param {string[]} names */
function addOne(counts, ...names) {
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
}

/** @param {string} code of Node.js or undici @returns {'refused' | 'timeouts' | 'reset'} why no answer came */
export function causeOf(code) {
  if (code === 'ECONNREFUSED') return 'refused';
  return /TIMEOUT|TIMEDOUT/.test(code) ? 'timeouts' : 'reset';
}
