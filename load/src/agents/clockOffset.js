import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../machine/clock.js';

// The shortest round trip is the most exact. At least FEWEST are made, and more until one is short enough.
const FEWEST = 10;
const MOST = 60;
const SHORT_MS = 0.4;
const PAUSE_MS = 5;

/**
 * Measures how far another clock is ahead of ours, by the shortest of many round trips (Cristian's algorithm). The
 * other clock was read at some time between question and answer.
 * @param {() => Promise<number>} askTime reads the other clock, ms
 * @returns {Promise<{offsetMs: number, withinMs: number}>} withinMs: the offset is wrong by at most this
 */
export async function clockOffset(askTime) {
  let bestTrip = { offsetMs: 0, withinMs: Infinity };
  for (let trips = 0; trips < MOST && (trips < FEWEST || bestTrip.withinMs > SHORT_MS / 2); trips++) {
    const askedAt = now();
    const otherTime = await askTime();
    const answeredAt = now();
    const withinMs = (answeredAt - askedAt) / 2;
    if (withinMs < bestTrip.withinMs) bestTrip = { offsetMs: otherTime - (askedAt + answeredAt) / 2, withinMs };
    await sleep(PAUSE_MS);
  }
  return bestTrip;
}
