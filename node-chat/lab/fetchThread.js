import { workerData } from 'node:worker_threads';

// A thread that makes one HTTP call for another one, which sleeps meanwhile: its status, or -1.
const { url, status } = /** @type {{ url: string, status: Int32Array }} */ (workerData);
const answer = await fetch(url).then(
  async (response) => (await response.text(), response.status),
  () => -1,
);
Atomics.store(status, 0, answer);
Atomics.notify(status, 0);
