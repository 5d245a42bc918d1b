import { build } from '../build.js';
import { loopback } from '../instance.js';

/** @typedef {import('../instance.js').Instance} Instance */

/**
 * The settings that both chats have under the same names.
 * @param {Instance} it
 * @returns {Record<string, string>}
 */
export function sharedEnv(it) {
  return {
    CHAT_HOST: it.options.host,
    CHAT_JOIN_CODE: it.options.joinCode ?? '',
    // Cost 4 is bcrypt's least: a load run is to measure chats, not password hashing, on both sides alike.
    ...(it.options.load && { CHAT_LIMITS: 'off', CHAT_BCRYPT_COST: '4', ...buildEnv() }),
    ...(hasLabCalls(it) && {
      CHAT_LAB: '1',
      CHAT_LAB_WORKERS: `${it.options.workers}`,
      CHAT_LAB_CALL_URL: `http://${loopback}:${it.ports.slow}/`,
    }),
  };
}

/** Version and commit, for /health. @returns {Record<string, string>} */
function buildEnv() {
  const named = build();
  return named === null ? {} : { CHAT_BUILD: named };
}

/** Whether rate limits and shares of an address are lifted. @param {Instance} it */
export const limitsAreOff = (it) => it.options.load || process.env.CHAT_LIMITS === 'off';

/**
 * Whether nginx counts no addresses and workers take sends that have waited for long. infra/test has it so: one address
 * sends what many would.
 * @param {Instance} it
 */
export const overloadLimitsAreOff = (it) => limitsAreOff(it) || process.env.CHAT_OVERLOAD_LIMITS === 'off';

/** Whether it has the queues and processes for 20,000 clients at once. @param {Instance} it */
export const takesFloods = (it) => it.options.real || it.options.load;

/** Whether anybody may ask the chats for trouble. @param {Instance} it */
export const hasLabCalls = (it) => it.options.lab === true;
