import { perform } from './calls.js';

/** @import { Task } from './calls.js' */

/**
 * Runs in a thread of createWorkers. Not the default export: piscina would wrap it.
 * @param {{ what: string, task: Task }} order
 */
export const performOrder = ({ what, task }) => perform(what, task);
