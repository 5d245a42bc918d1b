/** @typedef {{user: {id: string}, text?: string, at: string}} Message of a chat */

const LETTERS = ['A', 'B', 'C'];

/** @param {Message} message @returns {number} place of the letter that it votes for, from 0; -1: it is no vote */
export const voteIn = ({ text = '' }) => LETTERS.indexOf(text.trim().toUpperCase());

/**
 * Counts the newest letter of each user: a message that is A, B or C alone, in either case.
 * @param {Message[]} messages of one chat, in rising order
 * @param {number} since ms since 1970: what is older answered another question
 * @returns {number[]} votes for A, B and C
 */
export function countVotes(messages, since) {
  /** @type {Map<string, number>} */
  const newest = new Map();
  for (const message of messages) {
    if (voteIn(message) >= 0 && Date.parse(message.at) >= since) newest.set(message.user.id, voteIn(message));
  }
  return LETTERS.map((_, place) => [...newest.values()].filter((vote) => vote === place).length);
}
