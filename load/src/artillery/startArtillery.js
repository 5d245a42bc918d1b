import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../machine/atExit.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TAIL = 2000;

/**
 * Starts load/chat.yml, as an engineer does.
 * @param {{env?: Record<string, string>, led?: boolean}} how env: what chat.yml is set by; led: it takes orders of this
 *   process
 * @returns {{child: import('node:child_process').ChildProcess, said: () => string, ended: Promise<number | null>}}
 *   said: the end of what it printed; ended: with its exit code
 */
export function startArtillery({ env, led = false }) {
  const child = spawn(path.join(ROOT, 'node_modules/.bin/artillery'), ['run', 'load/chat.yml'], {
    ...{ cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe', led ? 'ipc' : 'ignore'] },
    env: { ...process.env, ...env, ARTILLERY_DISABLE_TELEMETRY: '1' },
  });
  const isOver = atExit(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output = (output + text).slice(-TAIL)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  ended.then(isOver);
  return { child, said: () => output.trim(), ended: /** @type {Promise<number | null>} */ (ended) };
}
