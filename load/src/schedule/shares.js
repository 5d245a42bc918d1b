/**
 * @typedef {object} Share one process's part of the senders of a run
 * @property {number} senderCount number of senders in all processes together
 * @property {number[]} senders numbers of this process's senders, from 0 to senderCount - 1
 */

/**
 * Numbers the senders of a run. All processes get equally many, as long as they have members.
 * @param {number[]} memberCounts number of members of each process
 * @param {number} [maxSenders] (all members)
 * @returns {Share[]} one share for each process
 */
export function sharesOf(memberCounts, maxSenders = Infinity) {
  /** @type {number[][]} */
  const numbers = memberCounts.map(() => []);
  let senderCount = 0;
  for (let member = 0; senderCount < maxSenders && memberCounts.some((count) => member < count); member++) {
    for (const [index, count] of memberCounts.entries())
      if (member < count && senderCount < maxSenders) numbers[index].push(senderCount++);
  }
  return numbers.map((senders) => ({ senderCount, senders }));
}

/** @param {number} memberCount @param {number} [maxSenders] @returns {Share} the share of a run's only process */
export const soleShare = (memberCount, maxSenders) => sharesOf([memberCount], maxSenders)[0];
