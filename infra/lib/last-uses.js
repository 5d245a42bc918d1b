/**
 * Tells of what several pieces of work use when nothing will use it any more.
 * @template U
 * @param {{servers?: U[]}[]} pieces each of them ends once
 * @returns {(ended: {servers?: U[]}) => U[]} what the piece that has ended was the last to use
 */
export function lastUses(pieces) {
  /** @type {Map<U, Set<object>>} */
  const users = new Map();
  for (const piece of pieces) {
    for (const used of piece.servers ?? []) users.set(used, (users.get(used) ?? new Set()).add(piece));
  }
  return (ended) =>
    (ended.servers ?? []).filter((used) => {
      const left = users.get(used);
      return left?.delete(ended) && left.size === 0;
    });
}
