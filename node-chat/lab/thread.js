import { calls } from './calls.js';
import { release } from './leaked.js';
import { openReleaseChannel } from './releaseChannel.js';
import { timed } from './timed.js';

const releaseChannel = openReleaseChannel();
releaseChannel.onmessage = (/** @type {any} */ { data: generation }) => release(generation);
releaseChannel.unref(); // a listener takes a channel's ref

/**
 * Runs in a thread of createWorkers, one call after the other. Not the default export, for the reason that passwordWorker.js
 * tells.
 * @param {{ what: string, task: import('./call.js').Task }} order
 */
export const take = ({ what, task }) => timed(() => calls[what].occupy(task));
