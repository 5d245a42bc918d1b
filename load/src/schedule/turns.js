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

/**
 * One agent's share of the messages of an open loop. Message n is due at n / rate; turn n mod senders sends it.
 * @param {{rate: number, seconds: number, senders: number, turns: number[]}} share of one agent
 * @returns {Generator<import('./shape.js').Planned & {number: number}>} sender: the place of its turn in
 *   turns
 */
export function* turnsOf({ rate, seconds, senders, turns }) {
  const total = Math.round(rate * seconds);
  if (turns.length === 0) return;
  for (let round = 0; round < total; round += senders) {
    for (const [sender, turn] of turns.entries()) {
      const number = round + turn;
      if (number < total) yield { at: number / rate, sender, number };
    }
  }
}
