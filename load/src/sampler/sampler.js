import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { now } from '../machine/clock.js';

const MAIN = fileURLToPath(new URL('samplerMain.js', import.meta.url));

/**
 * @typedef {object} Sample
 * @property {number} at ms since 1970
 * @property {Record<string, import('../machine/processTree.js').TreeSample>} parts
 */

/**
 * Watches process trees four times a second, in a separate process.
 * @template T
 * @param {Record<string, number[]>} pidsByPart each with all that descends from it
 * @param {() => Promise<T>} work begins once the trees were looked at: what is used from then on is known
 * @returns {Promise<{startAt: number, done: T, samples: Sample[]}>} what was used while the work lasted
 * @throws {Error} where the watching process ends by itself
 */
export async function sampleWhile(pidsByPart, work) {
  const stop = Object.keys(pidsByPart).length === 0 ? async () => [] : await startSampler(pidsByPart);
  const startAt = now();
  const [result] = await Promise.allSettled([work()]);
  const samples = await stop();
  if (result.status === 'rejected') throw result.reason;
  return { startAt, done: result.value, samples };
}

/** @param {Record<string, number[]>} pidsByPart @returns {Promise<() => Promise<Sample[]>>} ends it */
async function startSampler(pidsByPart) {
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
  await tell({ pidsByPart });
  return () => tell({ stop: true });
}
