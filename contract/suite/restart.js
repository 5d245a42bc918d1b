import { spawn } from 'node:child_process';
import { eventually } from './expect.js';
import { learnServer } from './server.js';

/**
 * @param {string | undefined} command a shell command that restarts the server
 * @param {string} address @returns {(() => Promise<void>) | undefined} resolves once the server is healthy again
 */
export function restarter(command, address) {
  if (!command) return undefined;
  return async () => {
    await shell(command);
    await eventually(async () => {
      const server = await learnServer(address);
      const { status } = await server.call('/health');
      if (status !== 200) throw new Error(`after the restart /health answers ${status}`);
    }, 30_000);
  };
}

/**
 * One restart for many: it begins once each of them has asked for it or has ended, and again where some ask once more.
 * @param {() => Promise<void>} restart @param {number} count how many there are
 * @returns {() => {restart: () => Promise<void>, ended: () => void}} one of them; ended: it asks no more, nor waits
 */
export function sharedRestart(restart, count) {
  let left = count;
  /** @type {{resolve: () => void, reject: (error: unknown) => void}[]} */
  let waiting = [];
  const look = () => {
    if (waiting.length === 0 || waiting.length < left) return;
    const all = waiting;
    waiting = [];
    restart().then(
      () => all.forEach(({ resolve }) => resolve()),
      (error) => all.forEach(({ reject }) => reject(error)),
    );
  };
  return () => {
    /** @type {any} */
    const own = {};
    return {
      restart() {
        const done = new Promise((resolve, reject) => Object.assign(own, { resolve, reject }));
        waiting.push(own);
        look();
        return done;
      },
      ended() {
        waiting = waiting.filter((one) => one !== own);
        own.reject?.(new Error('has ended before the restart'));
        left--;
        look();
      },
    };
  };
}

/** @param {string} command ended after two minutes @returns {Promise<void>} */
export function shell(command) {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code ?? signal}`)),
    );
  });
}
