import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Bounds how often something is made. Callers who come too soon wait together, and all get what is made then: never
 * what was made before they asked.
 * @template T
 * @param {() => T | Promise<T>} make
 * @param {{ everyMs: number, burst: number }} rate one in `everyMs`, at first `burst` at once
 * @returns {() => Promise<T>}
 */
export function throttle(make, { everyMs, burst }) {
  let due = 0;
  /** @type {Promise<T> | null} */
  let next = null;

  return () => (next ??= makeWhenDue());

  async function makeWhenDue() {
    const now = performance.now();
    due = Math.max(due, now - everyMs * (burst - 1));
    await sleep(Math.max(0, due - now));
    due += everyMs;
    next = null;
    return make();
  }
}
