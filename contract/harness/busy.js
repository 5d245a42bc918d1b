import { setTimeout as pause } from 'node:timers/promises';

/** Errors of a server that is busy: the same call succeeds later. */
const BUSY = ['too_many_logins', 'too_many_connections', 'too_many_pages', 'store_unavailable'];
// A burst of logins may take this many seconds on a slow machine.
const TRIES = 60;

/**
 * Asks again after Retry-After while the server is busy, as the page does.
 * @template {{headers: Headers, code?: string}} Answer code: the error's
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer>} the last answer, which may say that the server is still busy
 */
export async function askPatiently(ask) {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (tries === TRIES || !BUSY.includes(answer.code ?? '')) return answer;
    // Many clients wait for the same moment, so each adds a random delay.
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1) * (1 + Math.random() / 2));
  }
}
