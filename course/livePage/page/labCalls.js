/** @import { Press } from '../press.js' */

/**
 * Each of these lab calls has a button.
 * @type {Array<{title: string, about: string, what: string, bodyOf: (ms: number) => object}>}
 */
export const LAB_CALLS = [
  { title: 'Compute', about: 'keeps a processor busy', what: 'cpu', bodyOf: (ms) => ({ ms }) },
  { title: 'Wait', about: 'waits without a processor, on a loop by a timer', what: 'wait', bodyOf: (ms) => ({ ms }) },
  {
    title: 'Wait, blocking',
    about: 'waits without a processor and blocks all others',
    what: 'wait',
    bodyOf: (ms) => ({ ms, blocking: true }),
  },
  { title: 'Query', about: 'waits for a slow query', what: 'query', bodyOf: (ms) => ({ ms }) },
  { title: 'Call', about: 'waits for another server', what: 'call', bodyOf: (ms) => ({ ms }) },
  { title: 'Hash', about: 'hashes a password by bcrypt of cost 10', what: 'hash', bodyOf: () => ({ cost: 10 }) },
];

/**
 * @param {typeof LAB_CALLS[number]} call @param {'loop' | 'worker'} where @param {number} ms @param {number} times
 * @returns {Press}
 */
export function pressOf({ title, what, bodyOf }, where, ms, times) {
  const body = bodyOf(ms);
  const size = 'ms' in body ? ` ${ms / 1000} s` : '';
  const label = `${title}${size}${times > 1 ? ` × ${times}` : ''}, ${where === 'loop' ? 'loops' : 'workers'}`;
  return { label, where, what, body, times };
}
