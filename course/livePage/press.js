import { call } from '../src/lectureChats.js';

// This is longer than the longest queueing time that a server allows a lab call.
const TIMEOUT_MS = 130_000;

/**
 * @typedef {{label: string, where: 'loop' | 'worker', what: string, body: object, times: number}} Press lab calls that
 *   are made at once; label: their mark in the chart
 * @typedef {{asked: number, done: number, failed: number, ms: number, error: string | null}} Outcome one chat's answers
 *   to a press; ms: until the last answer so far
 */

/**
 * Makes all calls of a press at once.
 * @param {string} url of a chat @param {Press} press @returns {Outcome} changes as answers come
 */
export function pressAt(url, { where, what, body, times }) {
  const began = performance.now();
  /** @type {Outcome} */
  const outcome = { asked: times, done: 0, failed: 0, ms: 0, error: null };
  for (let sent = 0; sent < times; sent++) {
    call(url, where, what, body, AbortSignal.timeout(TIMEOUT_MS))
      .then(
        () => outcome.done++,
        (error) => {
          outcome.failed++;
          outcome.error = error.code ?? error.cause?.code ?? error.message;
        },
      )
      .finally(() => (outcome.ms = Math.round(performance.now() - began)));
  }
  return outcome;
}
