import { requestRecord } from '../record/requestRecord.js';
import { sampleWhile } from '../sampler/sampler.js';
import { toolSeen } from './toolBound.js';
import { runWrk } from './wrk.js';

/** @typedef {{threads?: number}} WrkLoad of a workload, beside its requests */

/**
 * One run of wrk at one address of a server, and its record.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {import('../job.js').Job & WrkLoad & import('../http/httpUser.js').HttpLoad} job
 */
export async function measureWrk(server, job) {
  const { users: connections, seconds, threads = 1, warmUp = 0 } = job;
  const { requests: known } = (server.endpoint && job.contract) || job;
  const request = known?.find(({ name }) => name === job.request);
  if (!request) throw new Error(`${server.name} has no counterpart of ${job.request}.`);
  const load = { url: new URL(request.path, server.http.url).href, connections, threads };
  if (warmUp > 0) await runWrk({ ...load, seconds: warmUp });
  const { startAt, done, samples } = await sampleWhile(server.pidsByPart, () => runWrk({ ...load, seconds }));
  const { cpuCores, seconds: taken, bytes, requests, otherCodes, refused, reset, timeouts, ...latency } = done;
  const run = { startAt, seconds: taken, samples };
  return requestRecord(server, job, {
    ...run,
    ...toolSeen({ name: 'wrk', cpuCores, threads }, server, run),
    path: { parts: server.http.parts },
    counts: {
      requests: requests - otherCodes,
      otherCodes,
      refused,
      reset,
      timeouts,
      kilobytesPerSecond: bytes / 1024 / taken,
    },
    latencies: { request: { count: requests, ...latency } },
  });
}
