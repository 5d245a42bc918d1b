import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { now } from '../ledger/clock.js';

const MAIN = fileURLToPath(new URL('samplerMain.js', import.meta.url));

/**
 * @typedef {object} Sample
 * @property {number} at ms since 1970
 * @property {Record<string, import('../machine/processTree.js').TreeSample>} parts
 */

/**
 * Watches process trees four times a second, in a separate process.
 * @param {Record<string, number[]>} parts pids by a name, each with all that descends from it
 * @returns {Promise<() => Promise<Sample[]>>} once it has looked: what is used from then on is known; ends it
 * @throws {Error} where its process ends by itself
 */
export async function startSampler(parts) {
  const child = fork(MAIN, { serialization: 'advanced', execArgv: [] });
  const tell = async (/** @type {object} */ order) => {
    if (!child.connected) throw new Error('The sampler has ended by itself.');
    // Unlike `exit` this comes after the last message.
    const ended = once(child, 'disconnect').then(() =>
      Promise.reject(new Error('The sampler ended before it answered.')),
    );
    child.send(order);
    return (await Promise.race([once(child, 'message'), ended]))[0];
  };
  await tell({ parts });
  return () => tell({ stop: true });
}

/**
 * @template T
 * @param {Record<string, number[]>} parts @param {() => Promise<T>} work
 * @returns {Promise<{startAt: number, done: T, samples: Sample[]}>} what was used while the work lasted
 */
export async function sampleWhile(parts, work) {
  const nobody = Object.keys(parts).length === 0;
  const stop = nobody ? async () => [] : await startSampler(parts);
  const startAt = now();
  const [result] = await Promise.allSettled([work()]);
  const samples = await stop();
  if (result.status === 'rejected') throw result.reason;
  return { startAt, done: result.value, samples };
}
