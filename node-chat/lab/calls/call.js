import { isMainThread, Worker } from 'node:worker_threads';
import { ChatError } from '../../src/ChatError.js';
import { contract } from '../../src/contract.js';
import { flag, wholeNumber } from '../fields.js';

const { msMax } = contract.lab;
// Longer than the slowest answer.
const PATIENCE_MS = msMax + 5000;

/** Asks another server, which is slow. @type {import('../call.js').Call} */
export const call = {
  read(fields, { callUrl }) {
    const ms = wholeNumber(fields, 'ms', 1, msMax);
    const blocking = flag(fields, 'blocking');
    if (callUrl === null) throw new ChatError('lab_unavailable');
    const url = new URL(callUrl);
    url.searchParams.set('ms', `${ms}`);
    return { url: url.href, blocking };
  },
  occupy: ({ url }) => (isMainThread ? askStandingStill(url) : ask(url)),
  runAsync: ({ url }) => ask(url),
};

/** @param {string} url */
async function ask(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.text();
  return { status: response.status };
}

/** Node.js has no HTTP call that blocks: another thread asks, and this one sleeps until then. @param {string} url */
function askStandingStill(url) {
  const status = new Int32Array(new SharedArrayBuffer(4));
  const asking = new Worker(new URL('../fetchThread.js', import.meta.url), { workerData: { url, status } });
  asking.on('error', () => {}); // it has said so
  Atomics.wait(status, 0, 0, PATIENCE_MS);
  if (status[0] <= 0) throw new ChatError('lab_unavailable');
  return { status: status[0] };
}
