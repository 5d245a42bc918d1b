import { urlIn } from '../../load/src/server/target.js';
import { UnexpectedAnswer } from '../../load/src/server/http.js';
import { claim } from '../../load/src/machine/claim.js';
import { mayBeElsewhere, partsOf } from '../../load/src/machine/installation.js';
import { readTarget } from '../../load/src/server/targets.js';

const START = 'infra/up --lecture --detach';

/**
 * @typedef {{instance?: string, node?: string, laravel?: string, loop?: string}} Where instance: of infra/up (dev); the others: addresses, in place of its own
 *
 * @typedef {object} LectureChat
 * @property {string} title
 * @property {string} url of its HTTP
 * @property {string} loopUrl of its event loop: on Laravel another port
 * @property {Record<string, number>} pids of its parts
 * @property {(where: 'loop' | 'worker', what: string, body?: object) => Promise<any>} call one of the lab calls
 * @property {() => Promise<{workers: number, busy: number, waiting: number}>} pool
 *
 * @typedef {{node: LectureChat, laravel: LectureChat}} LectureChats
 */

/**
 * @param {Where} where @param {AbortSignal} signal ends calls that are under way
 * @returns {Promise<LectureChats>} of `infra/up --lecture`
 * @throws {Error} that says what to start
 */
export async function lectureChats({ instance = 'dev', ...addresses }, signal) {
  const parts = await partsOf(instance);
  const usual = (/** @type {string} */ name, /** @type {string} */ address) => {
    mayBeElsewhere(instance, name);
    return address;
  };
  const node = addresses.node ?? urlIn('node', parts) ?? usual('node', String(readTarget('node').address));
  const laravel =
    addresses.laravel ?? urlIn('laravel', parts) ?? usual('laravel', String(readTarget('laravel').address));
  const loopUrl = parts.find(({ part }) => part === 'loop')?.url;
  const loop = addresses.loop ?? loopUrl ?? usual('loop', String(readTarget('laravel').flood?.address));
  const pids = (/** @type {string[]} */ ...names) =>
    Object.fromEntries(parts.flatMap(({ part, pid }) => (pid !== null && names.includes(part) ? [[part, pid]] : [])));
  const chats = {
    node: chatAt('Node.js', node, node, pids('node'), signal),
    laravel: chatAt('Laravel', laravel, loop.replace(/^ws/, 'http'), pids('nginx', 'fpm', 'loop'), signal),
  };
  for (const { url, pool } of Object.values(chats)) {
    await claim(url);
    await pool().catch((error) => {
      const why = error instanceof UnexpectedAnswer ? error.code : (error.cause?.code ?? error.message);
      throw new Error(`${url} has no lab calls (${why}). Start the chats with: ${START}`);
    });
  }
  return chats;
}

/**
 * @param {string} title @param {string} url @param {string} loopUrl @param {Record<string, number>} pids @param {AbortSignal} signal
 * @returns {LectureChat}
 */
function chatAt(title, url, loopUrl, pids, signal) {
  return {
    ...{ title, url, loopUrl, pids },
    call: (where, what, body = {}) => call(url, where, what, body, signal),
    pool: () => ask(`${url}/lab`, signal),
  };
}

/**
 * Makes a lab call.
 * @param {string} url of a chat @param {'loop' | 'worker'} where @param {string} what @param {object} body @param {AbortSignal} signal
 * @returns {Promise<any>} @throws {UnexpectedAnswer} with the code of a refusal
 */
export function call(url, where, what, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return ask(`${url}/lab/${where}/${what}`, signal, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** @param {string} url @param {AbortSignal} signal @param {RequestInit} [how] @returns {Promise<any>} @throws {UnexpectedAnswer} */
async function ask(url, signal, how) {
  const response = await fetch(url, { ...how, signal });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new UnexpectedAnswer(url, response.status, answer?.error?.code ?? `http_${response.status}`);
  return answer;
}
