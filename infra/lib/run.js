import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { root } from './instance.js';
import { commandsOf, endProcesses } from './process-tree.js';

/** Each ends a program that runs now, and all it started. @type {Set<() => void>} */
const running = new Set();
// Processes that a program left may hold its output open. We wait this long for them.
const LEAVE_MS = 5000;

/** For a Ctrl-C: whatever runs ends now. */
export const endAll = () => running.forEach((end) => end());

/**
 * Runs a program to its end, or ends it after so many minutes. Whatever it started and left running ends too.
 * @param {string[]} command
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] beside our own
 * @param {number} [options.minutes]
 * @param {boolean} [options.keepServers] servers that the program started in groups of their own run on after its end
 * @param {(output: string) => void} [options.onProgress] once a minute: all that it wrote so far
 * @returns {Promise<{output: string, status: number}>} what it wrote to both streams
 */
export function run(command, { env = {}, minutes = 40, keepServers = false, onProgress = () => {} } = {}) {
  return new Promise((done) => {
    const mark = `CHAT_RUN=${randomUUID()}`;
    const [name, value] = mark.split('=');
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env, [name]: value },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let late = '';
    const finish = (/** @type {number} */ status, last = '') => {
      clearTimeout(timer);
      clearInterval(telling);
      running.delete(end);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      // Behind what it wrote itself, which tells where it hung.
      done({ output: output + last + late, status });
    };
    const end = () => endProcesses(child.pid, mark);
    running.add(end);
    const telling = setInterval(() => onProgress(output), 60_000);
    const timer = setTimeout(() => {
      const left = commandsOf(child.pid, mark).map((line) => `  ${line}\n`);
      late = `\nIt took longer than ${minutes} minutes and was ended. What of it still ran:\n${left.join('')}`;
      end();
      setTimeout(finish, LEAVE_MS, 1).unref();
    }, minutes * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => finish(127, error.message));
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      endProcesses(child.pid, keepServers ? undefined : mark);
      // `node --test` sums up what it ran after every signal but SIGKILL and SIGHUP.
      const killed = signal && !late ? `\n${command.join(' ').slice(0, 200)} was ended by ${signal}.\n` : '';
      const ended = () => finish(late ? 1 : (status ?? 1), killed);
      child.on('close', ended);
      setTimeout(ended, LEAVE_MS).unref();
    });
  });
}
