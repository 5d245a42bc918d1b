import { findTarget } from '../../../benches/target.js';
import { floodLevel } from '../../../floods/floodLevel.js';
import { runLoad } from '../../../run/runLoad.js';
import { sumOf, usage } from '../../../sampler/usage.js';
import { costOf } from './study.js';

/**
 * @typedef {object} Candidate one way through the code of one of our chats
 * @property {string} name
 * @property {string} url of the chat @property {string} emptyUrl where its /empty is
 * @property {'socket' | 'post'} send @property {number} rate messages/s of all
 * @property {Record<string, number[]>} floodParts pids that answer a GET
 * @property {Record<string, number[]>} messageParts and that have to do with a message
 */

/**
 * What one empty answer costs, under ApacheBench.
 * @param {Candidate} candidate
 * @param {{users: number, seconds: number}} plan
 * @returns {Promise<import('./study.js').Cost>}
 */
export async function floodCost({ name, emptyUrl, floodParts }, { users, seconds }) {
  const { flood, samples, startAt } = await floodLevel({ url: `${emptyUrl}/empty`, parts: floodParts }, users, seconds);
  if (flood.ok === 0) throw new Error(`${name} answered nothing: ${flood.deaths[0] ?? 'ab got no 2xx'}.`);
  const cpuPercent = percentOf(samples, floodParts, startAt, flood.seconds);
  return costOf(name, flood.requestsPerSecond, cpuPercent);
}

/**
 * What one message costs that everybody receives.
 * @param {Candidate} candidate
 * @param {{users: number, seconds: number}} plan
 * @returns {Promise<import('./study.js').Cost>}
 */
export async function messageCost({ name, url, send, rate, messageParts }, { users, seconds }) {
  const target = await findTarget({ url });
  const plan = { target, send, schedule: { rate, seconds }, population: { users }, parts: messageParts };
  const { audit, samples, startAt } = await runLoad(plan);
  if (audit.acked === 0) throw new Error(`${name} acknowledged no message.`);
  // From the first message to the last ack, which comes late where the server does.
  const taken = Math.max(seconds, audit.ack.max / 1000);
  const cpuPercent = percentOf(samples, messageParts, startAt, taken);
  return costOf(name, audit.acked / taken, cpuPercent);
}

// The kernel counts CPU time in steps: what took less than one counts as one.
const STEP_SECONDS = 0.01;

/**
 * @param {import('../../../sampler/sampler.js').Samples} samples
 * @param {Record<string, number[]>} parts
 * @param {number} startAt
 * @param {number} seconds
 */
function percentOf({ samples }, parts, startAt, seconds) {
  const used = Object.keys(parts).map((part) => usage(samples, part, startAt, startAt + seconds * 1000));
  return Math.max(sumOf(used).cpuCores, STEP_SECONDS / seconds) * 100;
}
