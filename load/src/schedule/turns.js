/**
 * Deals turns to send to the members of several agents.
 * @param {number[]} memberCounts members of each agent @param {number} [maxSenders] of them that send; all unless given
 * @returns {{senders: number, turns: number[][]}} turns: of each agent's senders, in the order of its members; taken
 *   from every agent alike
 */
export function sharedTurns(memberCounts, maxSenders = Infinity) {
  /** @type {number[][]} */
  const turns = memberCounts.map(() => []);
  let senders = 0;
  for (let member = 0; senders < maxSenders && memberCounts.some((count) => member < count); member++) {
    for (const [agent, count] of memberCounts.entries())
      if (member < count && senders < maxSenders) turns[agent].push(senders++);
  }
  return { senders, turns };
}

/**
 * @typedef {{senders: number, turns: number[]}} Share senders of all processes, and the turns of this one's among them
 * @param {number} memberCount @param {number} [maxSenders] of them that send @returns {Share}
 */
export function ownTurns(memberCount, maxSenders) {
  const { senders, turns } = sharedTurns([memberCount], maxSenders);
  return { senders, turns: turns[0] };
}
