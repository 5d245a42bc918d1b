import { readNumber } from '../commandLine.js';
import { RESULTS } from '../paths.js';

const TARGETS = ['node', 'laravel'];

/**
 * @typedef {object} Settings the settings of chat.yml; the workload gives users, seconds and rate that are not set
 * @property {number} [users] users of each target
 * @property {number} [seconds] how long they send
 * @property {number} [rate] messages/s that each user sends
 * @property {Record<string, string | undefined>} urls addresses by chosen target; undefined: the running instance's
 * @property {string} results the folder of the records
 */

/** @param {NodeJS.ProcessEnv} [env] @returns {Settings} @throws {Error} that names the invalid variable */
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
