import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes something at a bounded rate, however many ask. Who asks too soon waits, together with all others who do, and gets
 * what is made then: never what was made before they asked.
 * @template T
 * @param {() => T | Promise<T>} make
 * @param {{ everyMs: number, burst: number }} rate one in `everyMs`, at first `burst` at once
 * @returns {() => Promise<T>}
 */
export function atMost(make, { everyMs, burst }) {
  /** When the next would be due, had none been made at once. */
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
