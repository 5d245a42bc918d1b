/**
 * Holm's correction: of several tests at once, how likely the least p is where there is no difference anywhere.
 * @param {number[]} ps
 * @returns {number[]} in the same order, each at most 1
 */
export function holm(ps) {
  const order = ps.map((p, place) => ({ p, place })).sort((one, other) => one.p - other.p);
  const corrected = Array.from(ps, () => 1);
  let least = 0;
  for (const [rank, { p, place }] of order.entries()) {
    least = Math.min(1, Math.max(least, p * (ps.length - rank)));
    corrected[place] = least;
  }
  return corrected;
}
