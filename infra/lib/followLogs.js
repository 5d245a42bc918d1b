import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { partsOf } from './parts.js';
import { supervisorPid } from './supervisor.js';

/** @import { Instance } from './instance.js' */

/**
 * Shows the logs of an instance until infra/down is typed elsewhere.
 * @param {Instance} instance @param {AbortSignal} signal
 * @throws {Error} when the signal is aborted
 */
export async function followLogs(instance, signal) {
  // Ignore errors of a closed terminal: SIGHUP or infra/down still stops the chats.
  process.stdout.on('error', () => {});
  const files = partsOf(instance).map(({ name }) => join(instance.dir, `log/${name}.log`));
  const args = ['-n', '0', '-F', `--pid=${supervisorPid(instance)}`, ...files];
  // tail has its own process group, so that a Ctrl-C does not end it before the signal is aborted.
  const tail = spawn('tail', args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true, signal });
  // Logs quote what clients sent: its control characters would drive the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text.replaceAll(/[^\P{Cc}\n\t]/gu, '')));
  await once(tail, 'exit');
}
