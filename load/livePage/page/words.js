/** @typedef {import('./model.js').Summary} Summary */

/** @param {Summary} run @returns {string} what it is */
export const whatText = ({ title, plan: { users, rate } }) =>
  `${title}, ${users} user${users === 1 ? '' : 's'}, ${rate} message${rate === 1 ? '' : 's'}/s each`;

/**
 * @param {Summary['targets'][number]} target @param {Summary} run
 * @returns {string} what it does now, or came to
 */
export function stateText({ state, loggedIn, failed, end }, { plan }) {
  if (failed !== null) return failed;
  if (end) return end.failures.length === 0 ? 'every message delivered' : end.failures.join(', ');
  return loggedIn === null ? state : `${state} ${loggedIn} of ${plan.users}`;
}

/** @param {Summary} run @returns {boolean} whether Start would be refused */
export const isGoing = ({ state }) => state !== 'ended';
