import { perform } from './calls.js';

/**
 * Runs in a thread of createWorkers. Not the default export: piscina would wrap it.
 * @param {{ what: string, task: import('./calls.js').Task }} order
 */
export const take = ({ what, task }) => perform(what, task);
