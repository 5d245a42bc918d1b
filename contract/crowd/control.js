import { Worker } from 'node:worker_threads';

/**
 * A thread that does nothing but wait for its own timer: how late that is, is the machine's doing alone.
 * @returns {{lateMs: () => number, end: () => Promise<number>}} `lateMs`: the most since it was asked last
 */
export function startControl() {
  const late = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./controlWorker.js', import.meta.url), { workerData: late });
  return { lateMs: () => Atomics.exchange(late, 0, 0), end: () => worker.terminate() };
}
