/**
 * @param {import('./runRecord.js').RunRecord['plan']} plan
 * @returns {string} which load it is: runs of equal loads may be repetitions of each other
 */
export function loadText({ users, rate, fault }) {
  const people = `${users} user${users === 1 ? '' : 's'}`;
  const each = rate ? `${Number(rate.toFixed(1))}/s` : '';
  return [people, each, fault].filter(Boolean).join(', ');
}
