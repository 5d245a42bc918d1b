import { ChatError } from '../../ChatError.js';
import { contract } from '../../contract.js';

const { limits } = contract;
const SWEEP_MS = 60_000;

/** A token bucket for each key: a burst at once, then a steady rate. */
class Allowances {
  /** @type {Map<string, { tokens: number, at: number }>} */
  #buckets = new Map();
  #perSecond;
  #burst;
  #code;
  #now;
  #sweep;

  /**
   * @param {object} rate
   * @param {number} rate.perSecond
   * @param {number} rate.burst
   * @param {import('../../contract.js').ErrorCode} rate.code what beyond it is answered
   * @param {() => number} [now] ms, never set back
   */
  constructor({ perSecond, burst, code }, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#code = code;
    this.#now = now;
    // A full bucket says nothing: forget it.
    this.#sweep = setInterval(() => {
      const full = this.#now() - (burst / perSecond) * 1000;
      for (const [key, bucket] of this.#buckets) if (bucket.at < full) this.#buckets.delete(key);
    }, SWEEP_MS).unref();
  }

  /** @param {string} key @throws {ChatError} of the rate's code */
  take(key) {
    const now = this.#now();
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { tokens: this.#burst, at: now }));
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) {
      const seconds = (1 - bucket.tokens) / this.#perSecond;
      throw new ChatError(this.#code, { retryAfter: Math.max(1, Math.ceil(seconds)) });
    }
    bucket.tokens -= 1;
  }

  /** @param {string} key */
  giveBack(key) {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens += 1;
  }

  close() {
    clearInterval(this.#sweep);
  }
}

/** How many messages a user may send by each way (`post:ID`, `socket:ID`). */
export class MessageAllowances extends Allowances {
  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    super({ perSecond: limits.messagesPerSecond, burst: limits.messagesBurst, code: 'too_many_messages' }, now);
  }
}

/** How many pages of messages a user may read. */
export class PageAllowances extends Allowances {
  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    super({ perSecond: limits.pagesPerSecond, burst: limits.pagesBurst, code: 'too_many_pages' }, now);
  }
}

/** How many searches a user may make. */
export class SearchAllowances extends Allowances {
  /** @param {() => number} [now] ms, never set back */
  constructor(now) {
    super({ perSecond: limits.searchesPerSecond, burst: limits.searchesBurst, code: 'too_many_searches' }, now);
  }
}
