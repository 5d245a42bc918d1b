import { requestRecord } from '../record/requestRecord.js';
import { sampleWhile } from '../sampler/sampler.js';
import { toolUsed } from './toolBound.js';
import { runWrk } from './wrk.js';

/**
 * One run of wrk at one address of a server, and its record.
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../workload/workloads.js').Ordered} job
 */
export async function measureWrk(server, job) {
  const { command, users, seconds, repetition, workload, threads = 1, warmUp = 0 } = job;
  const known = (server.endpoint && job.contract) || job;
  const request = known.requests?.find(({ name }) => name === job.request);
  if (!request) throw new Error(`${server.name} has no counterpart of ${job.request}.`);
  const url = new URL(request.path, server.emptyUrl).href;
  if (warmUp > 0) await runWrk({ url, connections: users, threads, seconds: warmUp });
  const plan = { url, connections: users, threads, seconds };
  const { startAt, done, samples } = await sampleWhile(server.parts, () => runWrk(plan));
  const { cpuCores, seconds: taken, bytes, requests, otherCodes, refused, reset, timeouts, ...latency } = done;
  const run = { server, serverParts: server.floodParts, startAt, taken, samples };
  return requestRecord({
    ...{ kind: 'http', ...toolUsed({ name: 'wrk', cpuCores, threads }, run), ...run },
    plan: { command, users, seconds, repetition, workload, request: request.name, warmUpSeconds: warmUp },
    counts: {
      ...{ requests: requests - otherCodes, otherCodes, refused, reset, timeouts },
      kilobytesPerSecond: bytes / 1024 / taken,
    },
    latencies: { request: { count: requests, ...latency } },
  });
}
