import { availableParallelism, cpus } from 'node:os';

/** @returns {{idle: number, all: number}} what all processors together did since the machine started, in ms */
function spent() {
  const times = cpus().map((it) => it.times);
  return {
    idle: times.reduce((sum, it) => sum + it.idle, 0),
    all: times.reduce((sum, it) => sum + it.user + it.nice + it.sys + it.idle + it.irq, 0),
  };
}

/**
 * The share of the machine's processors that nobody used, us or others, in the time that is looked at now.
 * @param {number} ms how long to look
 * @returns {Promise<number>} 0 to 1; 0 where we may use only a part of them, so that what is idle need not be ours
 */
export async function idleProcessors(ms) {
  const before = spent();
  await new Promise((seen) => setTimeout(seen, ms));
  if (availableParallelism() < cpus().length) return 0;
  const after = spent();
  return (after.idle - before.idle) / Math.max(1, after.all - before.all);
}
