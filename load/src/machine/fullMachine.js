import os from 'node:os';

// Of a machine whose cores are busier than this share, anybody may have set the figures.
const FULL = 0.9;

/**
 * @param {number} busyCores of servers, databases and load client together @param {number} [cores] of the machine
 * @returns {boolean}
 */
export const isFull = (busyCores, cores = os.availableParallelism()) => busyCores > FULL * cores;
