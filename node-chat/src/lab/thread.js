import { calls } from './calls.js';
import { letGo } from './kept.js';
import { openLettingGo } from './lettingGo.js';
import { timed } from './timed.js';

const lettingGo = openLettingGo();
lettingGo.onmessage = (/** @type {any} */ { data: generation }) => letGo(generation);
lettingGo.unref(); // a listener takes a channel's ref

/**
 * What runs in a thread of createWorkers: one call after the other. By a name, for the reason that passwordWorker.js tells.
 * @param {{ what: string, task: import('./call.js').Task }} order
 */
export const take = ({ what, task }) => timed(() => calls[what].occupy(task));
