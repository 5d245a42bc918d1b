import { threadId } from 'node:worker_threads';

/**
 * Does something, and tells which thread did it and for how long, without the wait before.
 * @param {() => import('./call.js').Told | Promise<import('./call.js').Told>} work
 * @returns {Promise<{ ms: number, pid: number, thread: number } & import('./call.js').Told>} thread 0 is the event loop
 */
export async function timed(work) {
  const start = performance.now();
  const told = await work();
  return { ms: Math.round(performance.now() - start), pid: process.pid, thread: threadId, ...told };
}
