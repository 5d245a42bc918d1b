import { setTimeout as sleep } from 'node:timers/promises';
import { sendOnSchedule } from '../../../load/src/schedule/openLoop.js';
import { now } from '../../../load/src/machine/clock.js';

/**
 * An open loop, as independent users come: each request is sent at its time, whether or not others were answered.
 * @param {object} plan
 * @param {import('./asked.js').Ask} plan.ask
 * @param {number} plan.rate requests/s @param {number} plan.seconds
 * @param {number} plan.patience how long to wait for answers after the last request, s
 * @param {(one: import('./asked.js').Asked) => void} plan.onAnswer
 * @returns {Promise<{all: import('./asked.js').Asked[], endAt: number, planned: number}>} endAt: end of the
 *   measurement
 */
export async function openLoop({ ask, rate, seconds, patience, onAnswer }) {
  const planned = Math.round(rate * seconds);
  /** @type {import('./asked.js').Asked[]} */
  const all = [];
  let waiting = 0;
  const evenly = function* () {
    for (let number = 0; number < planned; number++) yield { at: number / rate, sender: 0, number };
  };
  const sendOne = async (/** @type {number} */ _, /** @type {number} */ intendedAt) => {
    /** @type {import('./asked.js').Asked} */
    const one = { intendedAt, sentAt: now(), answeredAt: null, outcome: 'unanswered' };
    all.push(one);
    waiting++;
    const outcome = await ask();
    waiting--;
    if (outcome !== 'unanswered') Object.assign(one, { outcome, answeredAt: now() });
    onAnswer(one);
  };
  await sendOnSchedule({ messages: evenly(), startAt: now() + 50, sendOne });
  for (const until = now() + patience * 1000; waiting > 0 && now() < until;) await sleep(20);
  return { all, endAt: now(), planned };
}
