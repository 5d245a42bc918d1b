import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atExit } from '../atExit.js';
import { endedChildrenSeconds } from '../machine/processTree.js';

/** The load programs' Debian packages. */
const PACKAGES = { ab: 'apache2-utils', wrk: 'wrk' };
// The shell's exit code if the program is not installed.
const NOT_FOUND = 127;

/**
 * Runs a load program to its end, with as many descriptors as a process may have here.
 * @param {keyof typeof PACKAGES} name @param {string[]} words
 * @returns {Promise<{code: number | null, out: string, err: string}>} exit code and what the program printed
 * @throws {Error} that says how to install the program
 */
export async function runProgram(name, words) {
  const shell = ['-c', 'ulimit -n "$(ulimit -Hn)" && exec "$0" "$@"', name, ...words];
  const child = spawn('bash', shell, { stdio: ['ignore', 'pipe', 'pipe'] });
  const cancelExit = atExit(() => child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.err += text));
  const [code] = await once(child, 'close');
  cancelExit();
  if (code === NOT_FOUND)
    throw new Error(`${name} is not on this machine. Install it with: apt-get install ${PACKAGES[name]}`);
  return { code, ...said };
}

/**
 * @template T
 * @param {() => Promise<T>} work starts processes and waits for their end
 * @returns {Promise<{done: T, cpuCores: number}>} done: the work's result; cpuCores: cores that the processes kept busy
 */
export async function coresWhile(work) {
  const secondsBefore = endedChildrenSeconds();
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { done: result, cpuCores: (endedChildrenSeconds() - secondsBefore) / seconds };
}
