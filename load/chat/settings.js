import { fileURLToPath } from 'node:url';
import { readTarget } from '../targets/targets.js';

/**
 * @typedef {'node' | 'laravel'} TargetName  the names of the scenarios in chat.yml
 * @typedef {object} Settings
 * @property {number} users on each side
 * @property {number} rate messages a second that each user means to send
 * @property {number} seconds of sending, for the scenario's phases together
 * @property {Record<TargetName, string>} urls
 * @property {string} results folder that holds one folder a run
 * @property {boolean} verbose whether to show Artillery's own reports, and how far the run is every few seconds
 */

/**
 * @param {NodeJS.ProcessEnv} [env] @param {number} [usual] seconds unless told otherwise
 * @returns {Settings} @throws {Error} naming the variable that makes no sense
 */
export function readSettings(env = process.env, usual = 20) {
  return {
    users: positive(env, 'CHAT_LOAD_USERS', 50),
    rate: positive(env, 'CHAT_LOAD_RATE', 1),
    seconds: positive(env, 'CHAT_LOAD_SECONDS', usual),
    urls: {
      node: env.CHAT_LOAD_NODE || String(readTarget('node').address),
      laravel: env.CHAT_LOAD_LARAVEL || String(readTarget('laravel').address),
    },
    verbose: env.CHAT_LOAD_VERBOSE === '1',
    results: env.CHAT_LOAD_RESULTS || fileURLToPath(new URL('../results', import.meta.url)),
  };
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} otherwise */
function positive(env, name, otherwise) {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name}=${text}: a number above 0 belongs here.`);
  return value;
}
