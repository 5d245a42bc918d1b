import { setTimeout as sleep } from 'node:timers/promises';
import { sendOnSchedule } from '../../load/src/schedule/openLoop.js';
import { now } from '../../load/src/machine/clock.js';
import { UnexpectedAnswer } from '../../load/src/server/contractClient.js';

const LOOK_EVERY_MS = 50;

/**
 * @typedef {'answered' | 'refused' | 'unanswered'} Outcome
 * @typedef {() => Promise<Outcome>} Ask makes a request; never rejects
 * @typedef {object} Asked one request and its answer
 * @property {number} intendedAt when the plan wanted to send it, ms since 1970
 * @property {number} sentAt when it was sent
 * @property {number | null} answeredAt null: no answer by the end of the measurement
 * @property {Outcome} outcome
 */

/**
 * Runs an open loop, like independent users: each request goes out at its time, whether or not others were answered.
 * @param {object} plan
 * @param {Ask} plan.ask
 * @param {number} plan.rate requests/s @param {number} plan.seconds
 * @param {number} plan.patience wait for answers after the last request, s
 * @param {(one: Asked) => void} [plan.onAnswer]
 * @param {(seconds: number, waiting: number) => void} [plan.onLook] is called twenty times a second
 * @returns {Promise<{all: Asked[], startAt: number, endAt: number, planned: number}>} endAt: end of the measurement
 */
export async function openLoop({ ask, rate, seconds, patience, onAnswer = () => {}, onLook = () => {} }) {
  const planned = Math.round(rate * seconds);
  /** @type {Asked[]} */
  const all = [];
  let waiting = 0;
  const evenly = function* () {
    for (let number = 0; number < planned; number++) yield { at: number / rate, sender: 0, number };
  };
  const sendOne = async (/** @type {number} */ _, /** @type {number} */ intendedAt) => {
    /** @type {Asked} */
    const one = { intendedAt, sentAt: now(), answeredAt: null, outcome: 'unanswered' };
    all.push(one);
    waiting++;
    const outcome = await ask();
    waiting--;
    if (outcome !== 'unanswered') Object.assign(one, { outcome, answeredAt: now() });
    onAnswer(one);
  };
  const startAt = now() + 50;
  const timer = setInterval(() => onLook((now() - startAt) / 1000, waiting), LOOK_EVERY_MS);
  await sendOnSchedule({ messages: evenly(), startAt, sendOne });
  for (const until = now() + patience * 1000; waiting > 0 && now() < until;) await sleep(20);
  clearInterval(timer);
  return { all, startAt, endAt: now(), planned };
}

/** @param {Promise<unknown>} call a lab call @returns {Promise<Outcome>} */
export const outcomeOf = (call) =>
  call.then(
    () => 'answered',
    (error) => (error instanceof UnexpectedAnswer ? 'refused' : 'unanswered'),
  );
