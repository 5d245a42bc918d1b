/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 * @typedef {{a: RunRecord[], b: RunRecord[]}} RunBlock
 */

// ABBA: what a machine does steadily, as it warms, falls on both alike.
export const BLOCK = 4;

/**
 * Runs that took turns, in blocks of ABBA: what the machine did meanwhile fell on all of a block.
 * @param {RunRecord[]} a @param {RunRecord[]} b
 * @returns {RunBlock[]} one of all, where they did not take turns
 */
export function blocksOf(a, b) {
  const turns = [...a, ...b].sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const inPairs = turns.every((run, place) => place % 2 === 0 || a.includes(run) !== a.includes(turns[place - 1]));
  if (!inPairs || a.length !== b.length) return [{ a, b }];
  return Array.from({ length: Math.ceil(turns.length / BLOCK) }, (_, place) => {
    const block = turns.slice(place * BLOCK, (place + 1) * BLOCK);
    return { a: block.filter((run) => a.includes(run)), b: block.filter((run) => b.includes(run)) };
  });
}

/** @param {number} runs of each @returns {Array<'a' | 'b'>} ABBA ABBA ..., so that neither is always the first */
export function interleaved(runs) {
  return Array.from({ length: runs }, (_, pair) =>
    pair % 2 === 0 ? /** @type {const} */ (['a', 'b']) : /** @type {const} */ (['b', 'a']),
  ).flat();
}
