import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { partsOf } from './parts.js';
import { supervisorPid } from './supervisor.js';

/**
 * Shows the logs of an instance until infra/down is typed elsewhere.
 * @param {import('./instance.js').Instance} instance @param {AbortSignal} signal
 * @throws {Error} when the signal is aborted
 */
export async function followLogs(instance, signal) {
  // A terminal that is gone: SIGHUP or infra/down still stops the chats.
  process.stdout.on('error', () => {});
  const files = partsOf(instance).map(({ name }) => join(instance.dir, `log/${name}.log`));
  const tail = spawn('tail', ['-n', '0', '-F', ...files], { stdio: ['ignore', 'pipe', 'ignore'] });
  // Logs quote what clients sent: its control characters would drive the terminal.
  tail.stdout.setEncoding('utf8').on('data', (text) => process.stdout.write(text.replaceAll(/[^\P{Cc}\n\t]/gu, '')));
  try {
    while (supervisorPid(instance) !== null) await pause(300, undefined, { signal });
  } finally {
    tail.kill();
  }
}
