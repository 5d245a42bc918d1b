import { valueText } from './numbers.js';

/** @import { Job } from '../job.js' */

/**
 * @typedef {object} Plan what a record says of its run's load
 * @property {string} target the target's name, or an address
 * @property {number} users
 * @property {number} [seconds]
 * @property {number} [rate]
 * @property {number} [repetition]
 * @property {number} [warmUpSeconds]
 * @property {string} [workload]
 * @property {string} [request]
 * @property {string} [codePath] the way through the target, in words
 * @property {string} [fault] the fault that was injected
 */

/** @param {Job} job @param {string} target @param {{codePath?: string, fault?: string}} [details] @returns {Plan} */
export const planOf = ({ workload, users, rate, seconds, repetition, warmUp, request }, target, details) => ({
  target,
  users,
  rate,
  seconds,
  repetition,
  warmUpSeconds: warmUp,
  workload,
  request,
  ...details,
});

/** @param {Plan} plan @returns {string} the load in words: runs with equal texts may be repetitions of each other */
export function loadText({ users, rate, request, fault }) {
  const people = `${valueText(users)} user${users === 1 ? '' : 's'}`;
  const speed = rate ? `${valueText(rate)}/s` : '';
  return [people, speed, request, fault].filter(Boolean).join(', ');
}
