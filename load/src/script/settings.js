import { readNumber } from '../commandLine.js';
import { RESULTS } from '../paths.js';

const TARGETS = ['node', 'laravel'];

/**
 * @typedef {object} Settings of chat.yml; those of the load are undefined where the workload's count
 * @property {number} [users] of each target @property {number} [seconds] of sending
 * @property {number} [rate] messages a second that each user means to send
 * @property {Record<string, string | undefined>} urls by chosen target; undefined: the running instance's
 * @property {string} results folder of the records
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
