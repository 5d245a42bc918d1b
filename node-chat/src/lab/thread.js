import { calls } from './calls.js';
import { timed } from './timed.js';

/**
 * What runs in a thread of createWorkers: one call after the other.
 * @param {{ what: string, task: import('./call.js').Task }} order
 */
export default ({ what, task }) => timed(() => calls[what].occupy(task));
