import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from './startChat.js';

/** @import { TestContext } from 'node:test' */

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));

/**
 * The program itself, as it is deployed.
 * @param {TestContext} t
 * @param {Record<string, string>} env
 * @param {string} [limit] options of ulimit
 */
export async function startProcess(t, env, limit = '-n 1024') {
  const child = spawn('bash', ['-c', `ulimit ${limit}; exec "$0" "$1"`, process.execPath, MAIN], {
    env: { ...process.env, CHAT_PORT: '0', CHAT_BCRYPT_COST: '4', CHAT_LIMITS: 'off', ...env },
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  await until(() => output.includes('"listening"') || child.exitCode !== null, 30_000);
  const url = /"url":"([^"]+)"/.exec(output)?.[1];
  return { child, url, exited, output: () => output };
}
