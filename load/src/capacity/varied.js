import { valueText } from '../record/numbers.js';

/**
 * @typedef {object} Varied what a level is
 * @property {(level: number) => {users: number, rate: number}} loadOf rate: messages/s of each
 * @property {(level: number) => string} inWords @property {string} unit
 * @property {number} from @property {number} most unless told
 */

/** @param {number} each messages/s of a user @returns {Varied} */
export const variedUsers = (each) => ({
  loadOf: (level) => ({ users: level, rate: each }),
  inWords: (level) =>
    `${valueText(level)} user${level === 1 ? '' : 's'} at ${valueText(each)} message${each === 1 ? '' : 's'}/s each`,
  unit: `users at ${valueText(each)}/s each`,
  from: 10,
  most: 5000,
});

/** @param {number} users @returns {Varied} */
export const variedRate = (users) => ({
  loadOf: (level) => ({ users, rate: level / users }),
  inWords: (level) => `${valueText(level)} messages/s of ${valueText(users)} users`,
  unit: `messages/s of ${valueText(users)} users`,
  from: 50,
  most: 20_000,
});
