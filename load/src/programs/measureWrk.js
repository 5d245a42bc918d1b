import { fileURLToPath } from 'node:url';
import { requestsAt } from '../http/requestsAt.js';
import { programResult } from '../record/clientBound.js';
import { requestRecord } from '../record/requestRecord.js';
import { sampleWhile } from '../machine/sampler.js';
import { coresWhile, runProgram } from './runProgram.js';

/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */
/** @import { LatencySummary } from '../ledger/latencies.js' */

const TIMEOUT = '10s';
const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/**
 * Makes one run of wrk at one address of a server, and the run's record.
 * @param {Server} server @param {Job} job
 */
export async function measureWrk(server, job) {
  const { users: connections, seconds, threads = 1, warmUp = 0 } = job;
  const request = requestsAt(server, job).requests?.find(({ name }) => name === job.request);
  if (!request) throw new Error(`${server.name} has no counterpart of ${job.request}.`);
  const load = { url: new URL(request.path, server.http.url).href, connections, threads };
  if (warmUp > 0) await runWrk({ ...load, seconds: warmUp });
  const { startAt, done, samples } = await sampleWhile(server.pidsByPart, () => runWrk({ ...load, seconds }));
  const { cpuCores, seconds: duration, bytes, requests, otherCodes, refused, reset, timeouts, ...latency } = done;
  const run = { startAt, seconds: duration, samples };
  return requestRecord(server, job, {
    ...run,
    ...programResult({ name: 'wrk', cpuCores, threads }, server, run),
    path: { parts: server.http.parts },
    counts: {
      requests: requests - otherCodes,
      otherCodes,
      refused,
      reset,
      timeouts,
      kilobytesPerSecond: bytes / 1024 / duration,
    },
    latencies: { request: { count: requests, ...latency } },
  });
}

/**
 * Requests one address by wrk: each connection stays open and asks again as soon as it is answered.
 * @param {{url: string, connections: number, threads: number, seconds: number}} load
 * @returns {Promise<Record<string, number> & Omit<LatencySummary, 'count'>>} what wrk.lua prints; cpuCores: cores that
 *   wrk kept busy
 * @throws {Error} with wrk's own message
 */
export async function runWrk({ url, connections, threads, seconds }) {
  const load = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--timeout', TIMEOUT];
  const words = [...load, '--latency', '--script', SCRIPT, url];
  const { done, cpuCores } = await coresWhile(() => runProgram('wrk', words));
  const { code, out, err } = done;
  const line = /^\{.*\}$/m.exec(out);
  if (code !== 0 || !line) throw new Error(`wrk ended with ${code}: ${(out + err).trim()}`);
  return { ...JSON.parse(line[0]), cpuCores };
}
