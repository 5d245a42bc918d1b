import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';

/** @import { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible' */
/** @import { ErrorCode } from '../contract.js' */
/** @import { User } from './stores.js' */

const { limits } = contract;
const GUESSES = ['wrong_password', 'wrong_join_code'];

/**
 * @typedef {RateLimiterAbstract} Limiter
 * @typedef {{ keyPrefix: string, points: number, duration: number }} LimiterOptions
 */

/** @param {LimiterOptions} options @returns {Limiter} */
const inMemory = (options) => new RateLimiterMemory(options);

/**
 * Limits the calls for each key in a fixed window, which begins with the first call.
 * @param {number} points calls
 * @param {number} duration the window's length in seconds
 * @param {ErrorCode} code of the refusal
 * @param {(options: LimiterOptions) => Limiter} [create]
 * @param {string} [keyPrefix] of its keys, for limiters that share a store
 */
function createAllowance(points, duration, code, create = inMemory, keyPrefix = '') {
  const limiter = create({ keyPrefix, points, duration });
  return {
    /** Counts a call. @param {string} key @returns {Promise<void>} @throws {ChatError} over the limit */
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (refused) {
        const { msBeforeNext } = /** @type {RateLimiterRes} */ (refused);
        throw new ChatError(code, { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
      }
    },
    /** Uncounts a call, unless its window is over. @param {string} key */
    async giveBack(key) {
      if (await limiter.get(key)) await limiter.reward(key);
    },
  };
}

/**
 * Limits wrong passwords and join codes of an address, for one login and in all. An attempt counts as wrong before its
 * password is checked, so that attempts at once learn no more than attempts in a row.
 * @param {(options: LimiterOptions) => Limiter} [create] if processes count together
 */
export function createFailedLogins(create) {
  const seconds = limits.failedLoginsWindowSeconds;
  const perLogin = createAllowance(limits.failedLoginsMax, seconds, 'too_many_attempts', create, 'login');
  const perAddress = createAllowance(limits.failedLoginsPerAddressMax, seconds, 'too_many_attempts', create, 'address');

  return {
    /**
     * Runs one attempt to log in.
     * @template T
     * @param {string} address of the client
     * @param {string} login
     * @param {() => Promise<T>} attempt rejects with wrong_password or wrong_join_code to be counted
     * @returns {Promise<T>}
     * @throws {ChatError} too_many_attempts
     */
    async guard(address, login, attempt) {
      const key = `${address} ${login}`;
      const giveBack = () => Promise.all([perLogin.giveBack(key), perAddress.giveBack(address)]);
      const counted = await Promise.allSettled([perLogin.take(key), perAddress.take(address)]);
      try {
        for (const one of counted) if (one.status === 'rejected') throw one.reason;
        const entered = await attempt();
        await giveBack();
        return entered;
      } catch (error) {
        if (!(error instanceof ChatError && GUESSES.includes(error.code))) await giveBack();
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
const none = { take: async () => {}, giveBack: async () => {} };

/** CHAT_LIMITS=off. @type {ReturnType<typeof createAllowances>} */
export const unlimited = {
  messages: none,
  pages: none,
  searches: none,
  failedLogins: { guard: (_address, _login, attempt) => attempt() },
};

/** @typedef {ReturnType<typeof createAllowance>} Allowance */
/** @typedef {ReturnType<typeof createFailedLogins>} FailedLogins */
