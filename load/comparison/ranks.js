/** @param {number[]} values @returns {number[]} the rank of each, from 1; equal values share theirs */
export function ranksOf(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}
