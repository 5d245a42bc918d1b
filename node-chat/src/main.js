import './v8Flags.js';
import { readConfig } from './config.js';
import { createApp } from './createApp.js';
import { contract } from './contract.js';

// One event loop runs everything: requests, sockets, the window, presence. It waits for the store, for password hashes
// (threads of their own) and for timers.
try {
  /** @type {() => void} */
  let lost = () => {};
  const losing = new Promise((resolve) => (lost = () => resolve(null)));
  const app = await createApp(readConfig(), lost);
  let stopping = false;
  const stop = async (/** @type {number} */ code) => {
    if (stopping) return;
    stopping = true;
    // A client that never closes must not keep the process: the contract gives a shutdown 10 s.
    setTimeout(() => process.exit(1), contract.limits.shutdownMaxMs - 500).unref();
    await app.close();
    process.exit(code);
  };
  // A forgotten promise must not end the process.
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'unhandled rejection'));
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  losing.then(() => stop(1)); // also what was lost while the app started
} catch (error) {
  console.error(`node-chat cannot start: ${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
