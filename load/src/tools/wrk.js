import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atExit } from '../machine/atExit.js';
import { endedChildrenSeconds } from '../machine/processTree.js';

const TIMEOUT = '10s';
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/**
 * @typedef {object} WrkRun
 * @property {number} seconds that it lasted
 * @property {number} requests answered with any code
 * @property {number} bytes of answers, heads included
 * @property {number} refused connections @property {number} reset reads and writes that failed
 * @property {number} timeouts @property {number} otherCodes answers of 400 and above
 * @property {number} min ms @property {number} mean @property {number} stdDev
 * @property {number} p50 @property {number} p95 @property {number} p99 @property {number} max
 * @property {number} cpuCores that it kept busy
 */

/**
 * Asks for one address by wrk, over kept connections, each as soon as it is answered.
 * @param {{url: string, connections: number, threads: number, seconds: number}} plan
 * @returns {Promise<WrkRun>}
 * @throws {Error} that says what wrk said, or how to get it
 */
export async function runWrk({ url, connections, threads, seconds }) {
  const words = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--timeout', TIMEOUT];
  const before = endedChildrenSeconds();
  const startedAt = performance.now();
  const child = spawn('wrk', [...words, '--latency', '--script', SCRIPT, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  const isOver = atExit(() => child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (out += text));
  const [code] = await once(child, 'close').catch(({ code: failure }) => {
    if (failure !== 'ENOENT') return [failure];
    throw new Error('wrk is not on this machine. Install it with: apt-get install wrk');
  });
  isOver();
  const line = /^\{.*\}$/m.exec(out);
  if (code !== 0 || !line) throw new Error(`wrk ended with ${code}: ${out.trim()}`);
  const cpuCores = ((endedChildrenSeconds() - before) / (performance.now() - startedAt)) * 1000;
  return { ...JSON.parse(line[0]), cpuCores };
}
