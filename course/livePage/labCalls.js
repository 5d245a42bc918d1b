import { call } from '../src/lectureChats.js';

/**
 * The lab calls that have a button, by its key.
 * @type {Record<string, {title: string, about: string, what: string, body: (ms: number) => object}>}
 */
export const LAB_CALLS = {
  cpu: { title: 'Compute', about: 'keeps a processor busy', what: 'cpu', body: (ms) => ({ ms }) },
  wait: {
    title: 'Wait',
    about: 'waits without a processor, on a loop by a timer',
    what: 'wait',
    body: (ms) => ({ ms }),
  },
  block: {
    ...{ title: 'Wait, blocking', about: 'waits without a processor and blocks all others', what: 'wait' },
    body: (ms) => ({ ms, blocking: true }),
  },
  query: { title: 'Query', about: 'waits for a slow query', what: 'query', body: (ms) => ({ ms }) },
  call: { title: 'Call', about: 'waits for another server', what: 'call', body: (ms) => ({ ms }) },
  hash: { title: 'Hash', about: 'hashes a password by bcrypt of cost 10', what: 'hash', body: () => ({ cost: 10 }) },
};

/** Body of POST /api/press, as JSON Schema. */
export const PRESS = {
  type: 'object',
  required: ['key', 'where', 'ms', 'times'],
  additionalProperties: false,
  properties: {
    key: { enum: Object.keys(LAB_CALLS) },
    where: { enum: ['loop', 'worker'] },
    ms: { type: 'integer', minimum: 1, maximum: 10_000 },
    times: { type: 'integer', minimum: 1, maximum: 500 },
  },
};

// Longer than the longest queueing time that a server allows a lab call.
const TIMEOUT_MS = 130_000;

/**
 * @typedef {{key: string, where: 'loop' | 'worker', ms: number, times: number}} Press
 * @typedef {{asked: number, done: number, failed: number, ms: number, error: string | null}} Outcome one chat's answers
 *   to a press; ms: until the last answer so far
 */

/** @param {Press} press @returns {string} its mark in the chart */
export function labelOf({ key, where, ms, times }) {
  const size = key === 'hash' ? '' : ` ${ms / 1000} s`;
  return `${LAB_CALLS[key].title}${size}${times > 1 ? ` × ${times}` : ''}, ${where === 'loop' ? 'loops' : 'workers'}`;
}

/**
 * Makes all calls of a press at once.
 * @param {string} url of a chat @param {Press} press @returns {Outcome} updated as answers come
 */
export function pressAt(url, { key, where, ms, times }) {
  const began = performance.now();
  /** @type {Outcome} */
  const outcome = { asked: times, done: 0, failed: 0, ms: 0, error: null };
  const { what, body } = LAB_CALLS[key];
  for (let sent = 0; sent < times; sent++) {
    call(url, where, what, body(ms), AbortSignal.timeout(TIMEOUT_MS))
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
