import { now } from '../machine/clock.js';

/** @import { PlannedMessage } from './schedule.js' */

// Node's timers fire at whole milliseconds. Messages that became due since the last one go out together, late by at
// most this.
const TIMER_MS = 1;

/**
 * Sends messages at times fixed beforehand, without waiting for answers (open loop).
 * @param {object} parts
 * @param {Iterator<PlannedMessage>} parts.messages in order of time
 * @param {number} parts.startAt ms since 1970
 * @param {(number: number, intendedAt: number, sender: number) => void} parts.sendOne number: the message's number in
 *   its run; intendedAt: ms since 1970; sender: index among the senders of this process
 * @returns {Promise<void>} settles when the last message was sent
 */
export function sendOnSchedule({ messages, startAt, sendOne }) {
  let planned = messages.next();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (const time = now(); !planned.done; planned = messages.next()) {
        const { at, number, sender } = planned.value;
        const intendedAt = startAt + at * 1000;
        if (intendedAt > time) return;
        sendOne(number, intendedAt, sender);
      }
      clearInterval(timer);
      resolve();
    }, TIMER_MS);
  });
}
