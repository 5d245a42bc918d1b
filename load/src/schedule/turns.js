/**
 * Deals turns to send to the members of several agents.
 * @param {number[]} joined members of each agent @param {number} [most] of them that send; all unless given
 * @returns {{senders: number, turns: number[][]}} turns: of each agent's senders, in the order of its members; taken
 *   from every agent alike
 */
export function sharedTurns(joined, most = Infinity) {
  /** @type {number[][]} */
  const turns = joined.map(() => []);
  let senders = 0;
  for (let member = 0; senders < most && joined.some((count) => member < count); member++) {
    for (const [agent, count] of joined.entries()) if (member < count && senders < most) turns[agent].push(senders++);
  }
  return { senders, turns };
}

/**
 * @typedef {{senders: number, turns: number[]}} Share senders of all processes, and the turns of this one's among them
 * @param {number} joined @param {number} [most] of them that send @returns {Share}
 */
export function ownTurns(joined, most) {
  const { senders, turns } = sharedTurns([joined], most);
  return { senders, turns: turns[0] };
}
