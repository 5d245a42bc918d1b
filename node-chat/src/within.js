import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a promise that may never settle, and does not keep the process alive for it.
 * @template T
 * @param {number} ms to wait at most
 * @param {Promise<T>} promise
 * @returns {Promise<T | undefined>} undefined: it was rejected, or is still pending
 */
export const within = (ms, promise) =>
  Promise.race([promise.catch(() => undefined), sleep(ms, undefined, { ref: false })]);
