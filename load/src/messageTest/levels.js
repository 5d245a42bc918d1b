/** Users of the study's tables 3 and 4. */
export const LEVELS = [1, 5, 10, 20, 50, 100, 200, 500, 1000];

// What a chat allows a user, and what all may send together: a thousand users at the full rate would be ten million deliveries/s.
const PER_USER = 10;
const ALL_TOGETHER = 1000;

/** @param {number} users @returns {number} messages/s that each sends: 10, but all together 1,000 at most */
export function ratePerUser(users) {
  return Math.min(PER_USER, ALL_TOGETHER / users);
}

/**
 * @template T
 * @param {T[]} jobs @param {() => number} [random]
 * @returns {T[]} in any order, so that what changes on a machine over the hours falls on all alike
 */
export function shuffled(jobs, random = Math.random) {
  const all = [...jobs];
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}
