import { fileURLToPath } from 'node:url';
import { readNumber } from '../commandLine.js';

const TARGETS = ['node', 'laravel'];

/**
 * @typedef {object} Settings
 * @property {number} users of each target
 * @property {number} rate messages a second that each user means to send
 * @property {number} seconds of sending
 * @property {Record<string, string | undefined>} urls by chosen target; undefined: the running installation's
 * @property {string} results folder of the records
 */

/**
 * @param {NodeJS.ProcessEnv} [env] @param {number} [usual] seconds unless told otherwise
 * @returns {Settings} @throws {Error} naming the variable that makes no sense
 */
export function readSettings(env = process.env, usual = 20) {
  const names = env.CHAT_LOAD_TARGETS ? env.CHAT_LOAD_TARGETS.split(',') : TARGETS;
  if (names.some((name) => !TARGETS.includes(name)))
    throw new Error(`CHAT_LOAD_TARGETS=${env.CHAT_LOAD_TARGETS}: some of ${TARGETS.join(',')} belong here.`);
  return {
    users: numberIn(env, 'CHAT_LOAD_USERS', 50, 'N'),
    rate: numberIn(env, 'CHAT_LOAD_RATE', 1, 'R'),
    seconds: numberIn(env, 'CHAT_LOAD_SECONDS', usual, 'S'),
    urls: Object.fromEntries(names.map((name) => [name, env[`CHAT_LOAD_${name.toUpperCase()}`] || undefined])),
    results: env.CHAT_LOAD_RESULTS || fileURLToPath(new URL('../../results', import.meta.url)),
  };
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} otherwise @param {string} placeholder */
const numberIn = (env, name, otherwise, placeholder) =>
  env[name] ? readNumber(placeholder, `${name}=`, env[name]) : otherwise;
