import { Worker } from 'node:worker_threads';

/**
 * @typedef {object} CrowdThread a crowd in a thread of its own
 * @property {(until?: Parameters<import('./crowd.js').Crowd['tell']>[0]) => ReturnType<import('./crowd.js').Crowd['tell']>} tell
 * @property {() => Promise<void>} end
 */

/**
 * Lets a crowd log in and begin to chat.
 * @param {{url: string, size: number, rate: number, pids: number[]}} options @returns {Promise<CrowdThread>}
 */
export async function startCrowd(options) {
  const worker = new Worker(new URL('./crowdWorker.js', import.meta.url), { workerData: options });
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  worker.on('message', ({ id, answer, error }) => {
    const question = asked.get(id);
    asked.delete(id);
    if (error === undefined) question?.resolve(answer);
    else question?.reject(new Error(error));
  });
  worker.on('error', (error) => asked.forEach(({ reject }) => reject(/** @type {Error} */ (error))));
  let ids = 0;
  const ask = (/** @type {string} */ method, /** @type {any} */ argument) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      asked.set(id, { resolve, reject });
      worker.postMessage({ id, method, argument });
    });
  await ask('begin', undefined);
  return {
    tell: (until) => /** @type {any} */ (ask('tell', until)),
    end: async () => {
      await ask('end', undefined);
      await worker.terminate();
    },
  };
}
