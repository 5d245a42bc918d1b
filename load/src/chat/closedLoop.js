import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../ledger/clock.js';

/**
 * Sends as much as the server delivers: at most `inFlight` messages that not everybody has yet (closed loop).
 * @param {object} parts
 * @param {import('./crowd.js').Crowd} parts.crowd
 * @param {number} parts.inFlight @param {number} parts.seconds
 * @param {number} parts.senders that take turns
 * @param {(number: number, intendedAt: number, sender: number) => void} parts.sendOne
 * @returns {Promise<void>}
 */
export async function sendClosedLoop({ crowd, inFlight, seconds, senders, sendOne }) {
  const receivers = crowd.members.length;
  const deliveredBefore = crowd.delivered;
  const endAt = now() + seconds * 1000;
  let number = 0;
  const fill = () => {
    const time = now();
    if (time >= endAt) return;
    while (number * receivers - (crowd.delivered - deliveredBefore) < inFlight * receivers) {
      sendOne(number, time, number % senders);
      number++;
    }
  };
  crowd.onDelivery = fill;
  fill();
  await sleep(seconds * 1000);
  crowd.onDelivery = () => {};
}
