import { readConfig } from './config.js';
import { contract } from './contract.js';

/** @import { Config } from './config.js' */

const NODE_MIN = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
  console.error(
    `node-chat needs Node.js ${NODE_MIN} or newer, and this is ${process.versions.node}: see its README.md`,
  );
  process.exit(1);
}

// One event loop runs all of a process: requests, sockets, the window, presence. It waits for the store, for timers,
// and for password hashes in other threads. An uncaught rejection ends the process, because its state is then unknown.
try {
  await serve(readConfig());
} catch (error) {
  console.error(`node-chat cannot start: ${/** @type {Error} */ (error).message}`);
  process.exit(1);
}

/** @param {Config} config */
async function serve(config) {
  // Imported here, because an older Node.js lacks modules that it needs.
  const { createApp } = await import('./createApp.js');
  const app = createApp(config);
  let isStopping = false;
  const stop = async (/** @type {number} */ code) => {
    if (isStopping) return;
    isStopping = true;
    // A client that never closes must not delay the end: the contract gives a shutdown 10 s.
    setTimeout(() => process.exit(1), contract.limits.shutdownMaxMs - 500).unref();
    await (await app).close();
    process.exit(code);
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  await app;
}
