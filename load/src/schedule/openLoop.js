import { now } from '../machine/clock.js';

// A timer of Node fires at whole milliseconds: what came due since the last one goes out together, late by at most
// this.
const TIMER_MS = 1;

/**
 * Sends messages at times fixed beforehand, without waiting for answers (open loop).
 * @param {object} parts
 * @param {Iterator<import('./schedule.js').Planned>} parts.messages in order of time
 * @param {number} parts.startAt ms since 1970
 * @param {(number: number, intendedAt: number, sender: number) => void} parts.sendOne
 * @param {() => boolean} [parts.stopped] ends it before its time
 * @returns {Promise<void>} when the last one was sent
 */
export function sendOnSchedule({ messages, startAt, sendOne, stopped = () => false }) {
  let number = 0;
  let planned = messages.next();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (const time = now(); !planned.done && !stopped(); planned = messages.next()) {
        const intendedAt = startAt + planned.value.at * 1000;
        if (intendedAt > time) return;
        sendOne(planned.value.number ?? number++, intendedAt, planned.value.sender);
      }
      clearInterval(timer);
      resolve();
    }, TIMER_MS);
  });
}
