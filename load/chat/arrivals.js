// Above 40 arrivals a second Artillery's arrival timer keeps a core busy; logging in costs the servers 55 ms of bcrypt
// each. A server that takes fewer says so (429), and those users come again: sending waits for them.
const ARRIVALS_PER_SECOND = 15;

/**
 * The phase in which the virtual users arrive. Artillery draws each arrival's scenario at random, so with two targets
 * some more arrive than there are places; those find their side full and only look in. The surplus is four standard
 * deviations of that draw: one run in ten thousand stays a user short, and says so.
 * @param {{users: number, targets: number, workers: number}} plan users a side; workers: Artillery's worker threads
 * @returns {{name: string, duration: number, arrivalCount?: number, arrivalRate?: number}} duration in s
 */
export function arrivalPhase({ users, targets, workers }) {
  const total = targets === 1 ? users : Math.ceil(users * targets + 4 * Math.sqrt(users * targets)) + 6;
  const duration = Math.max(1, Math.ceil(total / ARRIVALS_PER_SECOND));
  // Artillery gives an arrivalCount to its first worker alone, but splits an arrivalRate, which must be whole, over all.
  if (workers === 1) return { name: 'arriving', duration, arrivalCount: total };
  return { name: 'arriving', duration, arrivalRate: Math.ceil(total / duration) };
}
