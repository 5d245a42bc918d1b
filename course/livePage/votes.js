/** @typedef {{user: {id: string}, text?: string, at: string}} Message of a chat */

const LETTERS = ['A', 'B', 'C'];

/** @param {Message} message @returns {number} 0 for A, 1 for B, 2 for C; -1: not a vote */
export const voteIn = ({ text = '' }) => LETTERS.indexOf(text.trim().toUpperCase());

/**
 * Counts the newest vote of each user. A vote is a message of the letter A, B or C alone, in either case.
 * @param {Message[]} messages of one chat, oldest first
 * @param {number} since ms since 1970; older votes answered another question
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
