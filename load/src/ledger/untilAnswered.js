import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../machine/clock.js';

/** @import { Ledger } from './ledger.js' */

const CHECK_EVERY_MS = 50;
// A message whose ack comes after 5 s is an error, but not lost: its receivers wait for it.
const TIMEOUT_MS = 20_000;

/**
 * Waits until each message is acknowledged or refused, at most 20 s.
 * @param {Ledger} ledger
 * @returns {Promise<void>}
 */
export async function untilAnswered(ledger) {
  const until = now() + TIMEOUT_MS;
  const hasUnanswered = () =>
    [...ledger.messages.values()].some(({ ackedAt, code }) => ackedAt === undefined && code === undefined);
  while (now() < until && hasUnanswered()) await sleep(CHECK_EVERY_MS);
}
