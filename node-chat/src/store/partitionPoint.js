/**
 * Where the second part of a list begins, found by halving.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => boolean} isBefore true for all of the first part, false for all of the second
 * @returns {number} an index; the length where there is no second part
 */
export function partitionPoint(list, isBefore) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
