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

/** @param {string} command @returns {Promise<void>} */
export function shell(command) {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}
