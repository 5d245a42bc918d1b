import './v8Flags.js';
import { readConfig } from './config.js';
import { createApp } from './createApp.js';
import { contract } from './contract.js';

// One event loop runs everything below: HTTP requests, sockets, the window, presence. It only waits for the store,
// for password hashes (threads of their own) and for timers.
try {
  const app = await createApp(readConfig());
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // A client that never closes must not keep the process: the contract gives a shutdown 10 s.
    setTimeout(() => process.exit(1), contract.limits.shutdownMaxMs - 500).unref();
    await app.close();
    process.exit(0);
  };
  // A promise that nobody waits for must not end everybody's chat; what it says is a fault all the same.
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'unhandled rejection'));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  console.error(`node-chat cannot start: ${/** @type {Error} */ (error).message}`);
  process.exit(1);
}
