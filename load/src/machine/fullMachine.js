import os from 'node:os';

// A machine with a greater share of its cores busy is full: a latency may then be anybody's.
const FULL = 0.9;

/**
 * @param {number} busyCores of servers, databases and load client together @param {number} [cores] of the machine
 * @returns {boolean}
 */
export const isFull = (busyCores, cores = os.availableParallelism()) => busyCores > FULL * cores;
