import { valueText } from '../../../load/src/record/numbers.js';

/** @typedef {import('../lastMinute.js').ChatLook} ChatLook */

// From here on a latency is told in seconds.
const SECONDS_FROM_MS = 10_000;

/** @param {number} value of ms: nobody reads a third digit from the last row */
function shortly(value) {
  if (value >= SECONDS_FROM_MS) return `${Math.round(value / 1000)} s`;
  return value >= 9.95 ? valueText(Math.round(value)) : value.toFixed(1);
}

/** What a probe's target is called in a class. @type {Record<string, string>} */
export const FELT_NAMES = { node: 'Node.js loop', laravel: 'Laravel loop', 'laravel-workers': 'Laravel workers' };

/** @param {number} ms */
export const msText = (ms) => (ms >= 10_000 ? shortly(ms) : `${shortly(ms)} ms`);

/** @param {ChatLook} look @returns {string} what its loop does now */
export function loopText({ loop, unanswered, lagMs }) {
  const waits = unanswered > 1 ? `, ${unanswered} wait` : '';
  if (loop === 'a') return 'has ended';
  if (loop === 'w') return `stands still${waits}`;
  if (loop === 'b') return `busy${waits}`;
  return lagMs === null ? 'idle' : `idle, lag ${shortly(lagMs)} ms`;
}

/** @param {ChatLook} look @returns {string} what its workers do now */
export function workersText({ workers, waiting }) {
  const of = (/** @type {string} */ letter) => [...workers].filter((one) => one === letter).length;
  const [busy, wait, away] = ['b', 'w', 'a'].map(of);
  const states = [
    busy > 0 && `${busy} busy`,
    wait > 0 && `${wait} waiting`,
    away > 0 && `${away} ended`,
    busy + wait + away === 0 && 'idle',
  ];
  const queue = waiting === null || waiting === 0 ? '' : `, queue ${waiting}`;
  return states.filter(Boolean).join(', ') + queue;
}

/** @param {number} count */
export const workersName = (count) => `${count} worker${count === 1 ? '' : 's'}`;

/**
 * @param {import('../watch/press.js').Outcome} outcome of a lab call at one chat
 * @returns {string} how far it is, and how long that took
 */
export function outcomeText({ asked, done, failed, ms, error }) {
  const took = `${(ms / 1000).toFixed(1)} s`;
  if (failed > 0 && done + failed === asked)
    return `${failed === asked ? '' : `${failed} of ${asked} `}failed: ${error}`;
  if (done + failed < asked) return asked === 1 ? 'under way' : `${done} of ${asked}`;
  return took;
}

/** @param {import('../lastMinute.js').LastMinute} minute @returns {string} where there is no chat to be seen */
export const nobodyText = ({ chats }) =>
  chats === null ? 'Looking for the chats ...' : 'No chat is running. Start both with: infra/up --lecture --detach';
