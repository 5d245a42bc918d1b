import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

// A process that was told to end, or killed, gives its lock back as it goes: no start should fail over that moment.
const TRY_MS = 2000;
const PAUSE_MS = 50;
// Of flock(1): somebody else has the lock.
const TAKEN = 1;

/**
 * Makes this process the only one that writes to a folder. The kernel's lock ends with the process. Node.js has no call
 * for it: flock(1) locks the open file that it is handed, which stays locked here.
 * @param {string} folder
 * @returns {Promise<{ release: () => void, missing: boolean }>} missing: this system has no flock(1), and nothing is
 *   locked
 * @throws {Error} where another process has it
 */
export async function lockFolder(folder) {
  const file = `${folder}/lock`;
  const descriptor = openSync(file, 'a+', 0o600);
  for (let end = performance.now() + TRY_MS; ;) {
    const { status, error } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
    if (error || status === 0) {
      if (!error) {
        ftruncateSync(descriptor);
        writeSync(descriptor, `pid ${process.pid}`);
      }
      return { release: () => closeSync(descriptor), missing: Boolean(error) };
    }
    if (status !== TAKEN || performance.now() > end) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const holder = readFileSync(file, 'utf8');
  closeSync(descriptor);
  throw new Error(
    `${folder} is in use by another process (${holder || 'unknown'}): one process stores. Stop it, or set CHAT_DATA to another folder.`,
  );
}
