import { within } from '../within.js';
import { reconnect } from './redisLink.js';

/** @import { Token } from '../store/database.js' */
/** @import { RedisLink } from './redisLink.js' */

// A process waits this long for the token, whose holder may be dead. Most inserts take milliseconds, the longest 4 s.
const WAIT_SECONDS = 2;
// Redis answers within this time, unless only this connection is dead.
const ANSWER_MS = 1000 * WAIT_SECONDS + 1000;

/**
 * Turns of numbering: one token in a Redis list carries the highest number. The token gives fairness and speed, not
 * correctness: if Redis is away or no token comes, a process numbers without one, and the unique index decides.
 * @param {RedisLink} link
 * @param {string} name of the list
 */
export function createTurn(link, name) {
  const key = `${link.prefix}:turn:${name}`;
  // A separate connection, because a waiting call blocks it.
  const tokenClient = link.connect(link.client.duplicate());

  /** If there were two tokens, one stays. @param {number} end */
  function passToken(end) {
    if (!link.client.isReady) return;
    const passing = link.client.multi().del(key).rPush(key, `${end}`).exec();
    passing.catch(() => {});
  }

  /** @returns {Promise<number>} the token's number, 0: no token */
  async function takeToken() {
    if (!link.isUp || !tokenClient.isReady) return 0;
    const refused = () => null;
    const found = await within(ANSWER_MS, tokenClient.blPop(key, WAIT_SECONDS).catch(refused));
    if (found === undefined) reconnect(tokenClient);
    return Number(found?.element ?? 0);
  }

  // After a restart Redis has no token.
  link.on('up', () => passToken(0));

  /** @template T @param {(token: Token) => Promise<T>} task @returns {Promise<T>} */
  return async function turn(task) {
    /** @type {Token} */
    const token = { end: await takeToken(), isOvertaken: false };
    try {
      return await task(token);
    } finally {
      if (!token.isOvertaken) passToken(token.end);
    }
  };
}
