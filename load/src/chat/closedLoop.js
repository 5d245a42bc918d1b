import { setTimeout as sleep } from 'node:timers/promises';
import { isOfRun } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';

/**
 * Sends as much as the server delivers: at most `inFlight` messages of the run that not everybody has yet (closed loop).
 * @param {object} parts
 * @param {import('./crowd.js').Crowd} parts.crowd @param {string} parts.run begins the clientIds of its messages
 * @param {number} parts.inFlight @param {number} parts.seconds
 * @param {number} parts.senders that take turns
 * @param {(number: number, intendedAt: number, sender: number) => void} parts.sendOne
 * @returns {Promise<void>}
 */
export async function sendClosedLoop({ crowd, run, inFlight, seconds, senders, sendOne }) {
  const receivers = crowd.members.length;
  const endAt = now() + seconds * 1000;
  /** @type {Map<object, number>} messages of the run in each frame */
  const own = new Map();
  const countOf = (/** @type {import('../wire/frameLibrary.js').Frame} */ { meaning }) =>
    meaning.messages.filter((/** @type {any} */ { clientId }) => isOfRun(clientId, run)).length;
  let number = 0;
  let delivered = 0;
  const fill = () => {
    const time = now();
    if (time >= endAt) return;
    while (number * receivers - delivered < inFlight * receivers) {
      sendOne(number, time, number % senders);
      number++;
    }
  };
  crowd.onDelivery = (frame) => {
    const count = own.get(frame) ?? countOf(frame);
    own.set(frame, count);
    delivered += count;
    fill();
  };
  fill();
  await sleep(seconds * 1000);
  crowd.onDelivery = () => {};
}
