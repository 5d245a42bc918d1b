import { now } from '../ledger/clock.js';
import { requestRecord } from '../record/requestRecord.js';
import { Sampler } from '../sampler/sampler.js';
import { usagesOf } from '../sampler/usage.js';
import { toolBound } from './toolBound.js';
import { runWrk } from './wrk.js';

/**
 * One run of wrk at one address of a server, and its record.
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../run/runJob.js').Ordered} job
 */
export async function measureWrk(server, { command, users, seconds, repetition, workload, threads = 1, ...job }) {
  const known = (server.chat && job.chat) || job;
  const request = known.requests?.find(({ name }) => name === job.request);
  if (!request) throw new Error(`${server.title} has nothing to answer ${job.request} with.`);
  const url = new URL(request.path, server.emptyUrl).href;
  if (job.warmUp) await runWrk({ url, connections: users, threads, seconds: job.warmUp });
  const sampler = await Sampler.start({ parts: server.parts, metricsUrl: null });
  const startAt = now();
  const seen = await runWrk({ url, connections: users, threads, seconds });
  const samples = await sampler.stop();
  const { cpuCores, seconds: taken, bytes, requests, otherCodes, refused, reset, timeouts, ...latency } = seen;
  const serverParts = server.floodParts;
  const parts = Object.keys(server.parts);
  const usages = usagesOf(samples.samples, { parts, serverParts, startAt, seconds: taken });
  const bound = toolBound({ tool: 'wrk', toolCores: cpuCores, threads, serverCores: usages.server?.cpuCores ?? 0 });
  return requestRecord({
    ...{ kind: 'http', server, url, serverParts, startAt, taken, samples },
    plan: { command, users, seconds, repetition, workload, request: request.name },
    client: { name: 'wrk', processes: 1, cpuCores, boundBy: bound === null ? [] : ['CPU'] },
    counts: {
      ...{ requests: requests - otherCodes, otherCodes, refused, reset, timeouts },
      kilobytesPerSecond: bytes / 1024 / taken,
    },
    latencies: { request: { count: requests, ...latency } },
    notes: bound === null ? [] : [bound],
  });
}
