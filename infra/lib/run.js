import { spawn } from 'node:child_process';
import { root } from './instance.js';

/** Each ends a program that runs now, and all it started. @type {Set<() => void>} */
const running = new Set();

/** For a Ctrl-C: whatever runs ends now. */
export const endAll = () => running.forEach((end) => end());

/**
 * Runs a program to its end, or ends it and all it started after so many minutes.
 * @param {string[]} command
 * @param {Record<string, string>} env beside our own
 * @param {number} minutes
 * @returns {Promise<{output: string, status: number}>} what it wrote to both streams
 */
export function run(command, env, minutes) {
  return new Promise((done) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    running.add(end);
    const timer = setTimeout(() => {
      output += `\nIt took longer than ${minutes} minutes and was ended.\n`;
      end();
    }, minutes * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ output: `${output}${error.message}`, status: 127 }));
    child.on('close', (status) => {
      clearTimeout(timer);
      end();
      running.delete(end);
      done({ output, status: status ?? 1 });
    });
  });
}
