import { valueText } from './numbers.js';

/**
 * @param {import('./runRecord.js').RunRecord['plan']} plan
 * @returns {string} which load it is: runs of equal loads may be repetitions of each other
 */
export function loadText({ users, rate, request, fault }) {
  const people = `${valueText(users)} user${users === 1 ? '' : 's'}`;
  const speed = rate ? `${valueText(rate)}/s` : '';
  return [people, speed, request, fault].filter(Boolean).join(', ');
}
