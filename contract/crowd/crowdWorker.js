// The crowd's own thread: an attacker who keeps an event loop busy must not keep theirs.
import { parentPort, workerData } from 'node:worker_threads';
import { learnServer } from '../suite/server.js';
import { Crowd } from './crowd.js';

/** @typedef {{id: number, method: 'begin' | 'tell' | 'end', argument: any}} Question */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {Crowd | undefined} */
let crowd;
const methods = {
  begin: async () => {
    crowd = await Crowd.begin(await learnServer(workerData.url), workerData);
  },
  tell: (/** @type {any} */ until) => crowd?.tell(until),
  end: () => crowd?.end(),
};

// A socket that breaks off is noticed by its member.
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => {});

port.on('message', async (/** @type {Question} */ { id, method, argument }) => {
  try {
    port.postMessage({ id, answer: await methods[method](argument) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
