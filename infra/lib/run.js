import { spawn } from 'node:child_process';
import { root } from './instance.js';
import { searchPath } from './onPath.js';

const MOST_MS = 40 * 60_000;

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
 * Runs a program to its end, or ends its process group after 40 minutes.
 * @param {string[]} command @param {{env?: Record<string, string>}} [options]
 * @returns {Promise<{output: string, status: number}>} what it wrote to both streams
 */
export function run([program, ...words], { env = {} } = {}) {
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
    const timer = setTimeout(() => end(group), MOST_MS);
    if (group) running.add(group);
    const ended = (/** @type {string} */ how, /** @type {number} */ status) => {
      clearTimeout(timer);
      running.delete(group);
      // Processes that it left may hold its output open. Servers run on: each has another group.
      if (group) end(group);
      setTimeout(() => done({ output: output + how, status }), 50);
    };
    child.on('error', (error) => ended(error.message, 127));
    child.on('exit', (status, signal) => ended(signal ? `\nended by ${signal}\n` : '', status ?? 1));
  });
}
