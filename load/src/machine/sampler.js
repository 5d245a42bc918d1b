import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { now } from './clock.js';

/** @import { TreeSample } from './processTree.js' */

const MAIN = fileURLToPath(new URL('samplerMain.js', import.meta.url));

/**
 * @typedef {object} Sample
 * @property {number} at ms since 1970
 * @property {Record<string, TreeSample>} parts
 */

/**
 * Samples process trees four times a second in a separate process, from before the work until after it.
 * @template T
 * @param {Record<string, number[]>} pidsByPart roots of the trees
 * @param {() => Promise<T>} work
 * @returns {Promise<{startAt: number, done: T, samples: Sample[]}>} startAt: ms since 1970, when the work began; done:
 *   the work's result
 * @throws {Error} if the work fails or the sampler ends early
 */
export async function sampleWhile(pidsByPart, work) {
  const stop = Object.keys(pidsByPart).length === 0 ? async () => [] : await startSampler(pidsByPart);
  const startAt = now();
  const [result] = await Promise.allSettled([work()]);
  const samples = await stop();
  if (result.status === 'rejected') throw result.reason;
  return { startAt, done: result.value, samples };
}

/** @param {Record<string, number[]>} pidsByPart @returns {Promise<() => Promise<Sample[]>>} a function that stops it */
async function startSampler(pidsByPart) {
  const child = fork(MAIN, { serialization: 'advanced', execArgv: [] });
  const tell = async (/** @type {object} */ order) => {
    if (!child.connected) throw new Error('The sampler has ended early.');
    // Unlike `exit`, `disconnect` comes after the last message.
    const ended = once(child, 'disconnect').then(() =>
      Promise.reject(new Error('The sampler ended before it answered.')),
    );
    child.send(order);
    return (await Promise.race([once(child, 'message'), ended]))[0];
  };
  await tell({ pidsByPart });
  return () => tell({ stop: true });
}
