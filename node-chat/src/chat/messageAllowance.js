import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';

const { messagesPerSecond, messagesBurst } = contract.limits;
const FULL_AFTER_MS = (messagesBurst / messagesPerSecond) * 1000;

/**
 * A token bucket for each user and way of sending: a burst at once, then a steady rate.
 */
export class MessageAllowance {
  /** @type {Map<string, { tokens: number, at: number }>} */
  #buckets = new Map();
  #now;
  #sweep;

  /** @param {() => number} [now] ms, never set back */
  constructor(now = () => performance.now()) {
    this.#now = now;
    // A bucket that has filled up again says nothing: forget it.
    this.#sweep = setInterval(() => {
      const full = this.#now() - FULL_AFTER_MS;
      for (const [key, bucket] of this.#buckets) if (bucket.at < full) this.#buckets.delete(key);
    }, 60_000).unref();
  }

  /**
   * @param {string} userId
   * @param {string} way
   * @throws {ChatError} too_many_messages
   */
  take(userId, way) {
    const now = this.#now();
    const key = `${way}:${userId}`;
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { tokens: messagesBurst, at: now }));
    bucket.tokens = Math.min(messagesBurst, bucket.tokens + ((now - bucket.at) / 1000) * messagesPerSecond);
    bucket.at = now;
    if (bucket.tokens < 1) {
      const seconds = (1 - bucket.tokens) / messagesPerSecond;
      throw new ChatError('too_many_messages', { retryAfter: Math.max(1, Math.ceil(seconds)) });
    }
    bucket.tokens -= 1;
  }

  /** @param {string} userId @param {string} way */
  giveBack(userId, way) {
    const bucket = this.#buckets.get(`${way}:${userId}`);
    if (bucket) bucket.tokens += 1;
  }

  close() {
    clearInterval(this.#sweep);
  }
}
