import { fileURLToPath } from 'node:url';

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
    users: positive(env, 'CHAT_LOAD_USERS', 50, true),
    rate: positive(env, 'CHAT_LOAD_RATE', 1),
    seconds: positive(env, 'CHAT_LOAD_SECONDS', usual),
    urls: Object.fromEntries(names.map((name) => [name, env[`CHAT_LOAD_${name.toUpperCase()}`] || undefined])),
    results: env.CHAT_LOAD_RESULTS || fileURLToPath(new URL('../../results', import.meta.url)),
  };
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} otherwise @param {boolean} [whole] */
function positive(env, name, otherwise, whole = false) {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0 || (whole && !Number.isInteger(value)))
    throw new Error(`${name}=${text}: a ${whole ? 'whole ' : ''}number above 0 belongs here.`);
  return value;
}
