import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../machine/clock.js';

const LOOK_EVERY_MS = 50;
// An ack after 5 s is an error already, but its message is not lost: receivers stay for it.
const PATIENCE_MS = 20_000;

/**
 * Waits for the answers that are still to come.
 * @param {import('./ledger.js').Ledger} ledger
 * @returns {Promise<void>} when each message is acknowledged or refused, or patience has ended
 */
export async function untilAnswered(ledger) {
  const until = now() + PATIENCE_MS;
  const hasUnanswered = () =>
    [...ledger.messages.values()].some(({ ackedAt, code }) => ackedAt === undefined && code === undefined);
  while (now() < until && hasUnanswered()) await sleep(LOOK_EVERY_MS);
}
