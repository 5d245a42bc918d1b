import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../load/src/machine/clock.js';

/** @import { Ask, Asked } from '../../src/openLoop.js' */

/**
 * Runs a closed loop, as many load tools do: each user has a plan, but sends its next request only after the last
 * answer. A user behind its plan sends without a pause.
 * @param {object} plan
 * @param {Ask} plan.ask
 * @param {number} plan.users @param {number} plan.rate planned requests/s of all users together
 * @param {number} plan.seconds
 * @param {(one: Asked) => void} plan.onAnswer
 * @returns {Promise<{all: Asked[], endAt: number, planned: number}>} settles after the last answer
 */
export async function closedLoop({ ask, users, rate, seconds, onAnswer }) {
  const startAt = now() + 50;
  const stopAt = startAt + seconds * 1000;
  const between = (users / rate) * 1000;
  /** @type {Asked[]} */
  const all = [];
  const oneUser = async (/** @type {number} */ user) => {
    for (let round = 0; ; round++) {
      const intendedAt = startAt + (round + user / users) * between;
      if (intendedAt >= stopAt) return;
      await sleep(Math.max(0, intendedAt - now()));
      const sentAt = now();
      if (sentAt >= stopAt) return;
      const outcome = await ask();
      const one = { intendedAt, sentAt, answeredAt: outcome === 'unanswered' ? null : now(), outcome };
      all.push(one);
      onAnswer(one);
    }
  };
  await Promise.all(Array.from({ length: users }, (_, user) => oneUser(user)));
  return { all, endAt: now(), planned: Math.round(rate * seconds) };
}
