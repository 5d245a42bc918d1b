import { readNumber } from '../commandLine.js';
import { RESULTS } from '../paths.js';

const TARGETS = ['node', 'laravel'];

/**
 * @typedef {object} Settings of chat.yml; without users, seconds or rate, the workload's own count
 * @property {number} [users] of each target
 * @property {number} [seconds] how long they send
 * @property {number} [rate] messages/s of each user
 * @property {Record<string, string | undefined>} urls by chosen target; undefined: that of the running instance
 * @property {string} results the folder of the records
 */

/** @param {NodeJS.ProcessEnv} [env] @returns {Settings} @throws {Error} naming the variable that makes no sense */
export function readSettings(env = process.env) {
  const names = env.CHAT_LOAD_TARGETS ? env.CHAT_LOAD_TARGETS.split(',') : TARGETS;
  if (names.some((name) => !TARGETS.includes(name)))
    throw new Error(`CHAT_LOAD_TARGETS=${env.CHAT_LOAD_TARGETS}: expected some of ${TARGETS.join(',')}.`);
  const numberIn = (/** @type {string} */ name, /** @type {string} */ placeholder) =>
    env[name] ? readNumber(placeholder, `${name}=`, env[name]) : undefined;
  return {
    users: numberIn('CHAT_LOAD_USERS', 'N'),
    rate: numberIn('CHAT_LOAD_RATE', 'R'),
    seconds: numberIn('CHAT_LOAD_SECONDS', 'S'),
    urls: Object.fromEntries(names.map((name) => [name, env[`CHAT_LOAD_${name.toUpperCase()}`] || undefined])),
    results: env.CHAT_LOAD_RESULTS || RESULTS,
  };
}
