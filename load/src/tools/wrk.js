import { fileURLToPath } from 'node:url';
import { coresWhile, runTool } from './runTool.js';

const TIMEOUT = '10s';
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/**
 * Asks for one address by wrk, over kept connections, each as soon as it is answered.
 * @param {{url: string, connections: number, threads: number, seconds: number}} load
 * @returns {Promise<Record<string, number> & Omit<import('../ledger/latencies.js').LatencySummary, 'count'>>} what
 *   wrk.lua prints, and cpuCores: that wrk kept busy
 * @throws {Error} that says what wrk said
 */
export async function runWrk({ url, connections, threads, seconds }) {
  const load = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--timeout', TIMEOUT];
  const words = [...load, '--latency', '--script', SCRIPT, url];
  const { done, cpuCores } = await coresWhile(() => runTool('wrk', words));
  const { code, out, err } = done;
  const line = /^\{.*\}$/m.exec(out);
  if (code !== 0 || !line) throw new Error(`wrk ended with ${code}: ${(out + err).trim()}`);
  return { ...JSON.parse(line[0]), cpuCores };
}
