import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../store/mongo/numbering.js').Token} Token */

// A process that has the token may be dead. Its insert is given up after 4 s, and most take milliseconds.
const WAIT_SECONDS = 2;
const ANSWER_MS = 1000 * WAIT_SECONDS + 1000;

/**
 * Turns of numbering: one token in a list of Redis carries the highest number. It gives fairness and speed, never
 * truth: without Redis, or where nobody passes a token on, a process numbers without one, and the unique index decides.
 * @param {import('./link.js').Link} link
 * @param {string} name of the list
 */
export function createTurn(link, name) {
  const key = `${link.prefix}:turn:${name}`;
  // Its connection waits.
  const waiting = link.connect(link.client.duplicate());

  /** @param {number} end */
  function pass(end) {
    if (!link.client.isReady) return;
    // Where two tokens came to be, one stays.
    const passed = link.client.multi().del(key).rPush(key, `${end}`).exec();
    passed.catch(() => {});
  }

  /** @returns {Promise<number>} */
  async function take() {
    if (!link.isUp || !waiting.isReady) return 0;
    let isLate = false;
    const asked = waiting.blPop(key, WAIT_SECONDS).then(
      (found) => {
        if (found && isLate) pass(Number(found.element));
        return Number(found?.element ?? 0);
      },
      () => 0,
    );
    const end = await Promise.race([asked, sleep(ANSWER_MS, null, { ref: false })]);
    isLate = end === null;
    return end ?? 0;
  }

  // A Redis that started anew has no token.
  link.on('back', () => pass(0));

  return {
    /** @template T @param {(token: Token) => Promise<T>} task @returns {Promise<T>} */
    async turn(task) {
      /** @type {Token} */
      const token = { end: await take(), isOvertaken: false };
      try {
        return await task(token);
      } finally {
        if (!token.isOvertaken) pass(token.end);
      }
    },
  };
}
