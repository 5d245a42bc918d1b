import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

/** @import { RateLimiterAbstract } from 'rate-limiter-flexible' */
/** @import { ErrorCode } from '../contract.js' */
/** @import { User } from './stores.js' */

const { limits } = contract;
const GUESSES = ['wrong_password', 'wrong_join_code'];

/**
 * @typedef {RateLimiterAbstract} Limiter counts calls for each key in a window, which begins with the first call
 * @typedef {{ keyPrefix: string, points: number, duration: number }} LimiterOptions points: calls in a window;
 *   duration: its seconds
 */

/** @param {LimiterOptions} options @returns {Limiter} */
const createMemoryLimiter = (options) => new RateLimiterMemory(options);

/** Counts a call. @param {Limiter} limiter @param {string} key @param {ErrorCode} code of the error over the limit */
async function take(limiter, key, code) {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new ChatError(code, { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
  }
}

/** Uncounts a call, unless its window is over. @param {Limiter} limiter @param {string} key */
async function giveBack(limiter, key) {
  if (await limiter.get(key)) await limiter.reward(key);
}

/** Limits the calls of each user. @param {number} points @param {number} duration @param {ErrorCode} code */
function createAllowance(points, duration, code) {
  const limiter = createMemoryLimiter({ keyPrefix: '', points, duration });
  return {
    /** @param {string} key @throws {ChatError} over the limit */
    take: (key) => take(limiter, key, code),
  };
}

/**
 * Limits wrong passwords and join codes of an address, for one login and in all. An attempt counts as wrong before its
 * password is checked, so that attempts at once learn no more than attempts in a row.
 * @param {(options: LimiterOptions) => Limiter} [create] if processes count together
 */
export function createFailedLogins(create = createMemoryLimiter) {
  const duration = limits.failedLoginsWindowSeconds;
  const perLogin = create({ keyPrefix: 'login', points: limits.failedLoginsMax, duration });
  const perAddress = create({ keyPrefix: 'address', points: limits.failedLoginsPerAddressMax, duration });

  return {
    /**
     * @template T
     * @param {string} address of the client
     * @param {string} login
     * @param {() => Promise<T>} attempt rejects with wrong_password or wrong_join_code to be counted
     * @returns {Promise<T>}
     * @throws {ChatError} too_many_attempts
     */
    async guard(address, login, attempt) {
      const key = `${address} ${login}`;
      const giveBackBoth = () => Promise.all([giveBack(perLogin, key), giveBack(perAddress, address)]);
      const counts = await Promise.allSettled([
        take(perLogin, key, 'too_many_attempts'),
        take(perAddress, address, 'too_many_attempts'),
      ]);
      try {
        for (const count of counts) if (count.status === 'rejected') throw count.reason;
        const result = await attempt();
        await giveBackBoth();
        return result;
      } catch (error) {
        if (!(error instanceof ChatError && GUESSES.includes(error.code))) await giveBackBoth();
        throw error;
      }
    },
  };
}

/** Users' allowances, and failed logins of addresses. @param {Parameters<typeof createFailedLogins>[0]} [create] */
export const createAllowances = (create) => ({
  messages: createAllowance(limits.messagesMax, limits.messagesSeconds, 'too_many_messages'),
  pages: createAllowance(limits.pagesMax, limits.pagesSeconds, 'too_many_pages'),
  searches: createAllowance(limits.searchesMax, limits.searchesSeconds, 'too_many_searches'),
  failedLogins: createFailedLogins(create),
});

/**
 * The key of a user's messages. Each way is counted apart; edits and deletions count as messages by POST.
 * @param {User} user @param {'post' | 'socket'} way
 */
export const messagesKey = ({ id }, way) => `${way}:${id}`;

/** @type {Allowance} */
const noAllowance = { take: async () => {} };

/** With CHAT_LIMITS=off nothing is limited. @type {ReturnType<typeof createAllowances>} */
export const unlimited = {
  messages: noAllowance,
  pages: noAllowance,
  searches: noAllowance,
  failedLogins: { guard: (_address, _login, attempt) => attempt() },
};

/** @typedef {ReturnType<typeof createAllowance>} Allowance */
/** @typedef {ReturnType<typeof createFailedLogins>} FailedLogins */
