import { spawn } from 'node:child_process';
import { root } from './instance.js';
import { searchPath } from './on-path.js';

/** Process groups that run now. @type {Set<number>} */
const running = new Set();

/** Ends all that runs, after a Ctrl-C. */
export const endAll = () => running.forEach(end);

/** @param {number} group */
function end(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * Runs a program to its end, or ends its process group after so many minutes.
 * @param {string[]} command
 * @param {{env?: Record<string, string>, minutes?: number}} [options]
 * @returns {Promise<{output: string, status: number}>} what it wrote to both streams
 */
export function run([program, ...words], { env = {}, minutes = 40 } = {}) {
  return new Promise((done) => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, PATH: searchPath, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const group = child.pid ?? 0;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => {
      output += `\nIt took longer than ${minutes} minutes and was ended.\n`;
      end(group);
    }, minutes * 60_000);
    if (group) running.add(group);
    child.on('error', (error) => {
      clearTimeout(timer);
      running.delete(group);
      done({ output: error.message, status: 127 });
    });
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      running.delete(group);
      // Processes that it left may hold its output open. Servers run on: each has another group.
      end(group);
      setTimeout(() => done({ output: signal ? `${output}\nended by ${signal}\n` : output, status: status ?? 1 }), 50);
    });
  });
}
