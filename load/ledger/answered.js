import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './clock.js';

const LOOK_EVERY_MS = 50;

/**
 * Waits for the answers that are still to come: a message has to arrive within 2 s of its ack, so nobody may leave before.
 * @param {import('./ledger.js').Ledger} ledger @param {number} withinMs later answers are not waited for
 * @returns {Promise<void>} when each message is acknowledged or refused, or the time is up
 */
export async function answered(ledger, withinMs) {
  const until = now() + withinMs;
  const waiting = () =>
    [...ledger.messages.values()].some(({ ackedAt, code }) => ackedAt === undefined && code === undefined);
  while (now() < until && waiting()) await sleep(LOOK_EVERY_MS);
}
