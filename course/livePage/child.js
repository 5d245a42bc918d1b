import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command of this project as a child process.
 * @param {string[]} command run in the project's root
 * @param {object} hear
 * @param {(line: string, isError: boolean) => void} hear.onLine called with each line of output
 * @param {(how: string) => void} hear.onEnd called after the last line; how: exit code, signal, or why it did not
 *   start
 * @returns {{stop: () => void}} stop: asks the child to end what it started, then itself
 */
export function startChild([file, ...words], { onLine, onEnd }) {
  const child = spawn(file, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    readline.createInterface({ input: stream }).on('line', (line) => onLine(line, stream === child.stderr));
  }
  let failure = '';
  child.once('error', (error) => (failure = error.message));
  child.once('close', (code, signal) => onEnd(failure || String(signal ?? code)));
  return { stop: () => void child.kill('SIGINT') };
}
