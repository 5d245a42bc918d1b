import { spawn } from 'node:child_process';
import { root } from '../lib/instance.js';
import { searchPath } from '../lib/onPath.js';

const LIMIT_MS = 40 * 60_000;

/** Running process groups. @type {Set<number>} */
const groups = new Set();

/** Ends all running commands after a Ctrl-C. */
export const endCommands = () => groups.forEach(end);

/** @param {number} group */
function end(group) {
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/**
 * Runs a command in the project's root to its end, at most 40 minutes. Its children end with it, except servers of
 * infra/up, which have other process groups.
 * @param {string[]} command @param {Record<string, string>} [env]
 * @returns {Promise<{output: string, status: number}>} output: of both streams
 */
export function runCommand([program, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: searchPath, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', ({ message }) => resolve({ output: message, status: 127 }));
    if (!child.pid) return;
    const group = child.pid;
    groups.add(group);
    child.on('exit', (status, signal) => {
      end(group);
      if (signal) output += `\nended by ${signal}\n`;
      // The event `close` would not come: a server holds the output open.
      setTimeout(() => resolve({ output, status: status ?? 1 }), 50);
    });
  });
}
