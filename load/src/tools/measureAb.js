import { requestRecord } from '../record/requestRecord.js';
import { verdict } from '../record/verdict.js';
import { sampleWhile } from '../sampler/sampler.js';
import { runAb } from './ab.js';
import { toolUsed } from './toolBound.js';

/**
 * One run of ApacheBench at a server, and its record.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, seconds: number, repetition?: number, workload?: string}} plan
 */
export async function measureAb(server, { command, users, seconds, repetition, workload }) {
  const { emptyUrl: url, parts, floodParts: serverParts, codePath } = server;
  const { startAt, done: flood, samples } = await sampleWhile(parts, () => runAb({ url, users, seconds }));
  const { cpuCores, processes, ok, empty, otherCodes, refused, reset, timeouts, exceptions, deaths } = flood;
  const run = { server, serverParts, startAt, taken: flood.seconds || seconds, samples };
  const { client, notes } = toolUsed({ name: 'ab', cpuCores, threads: processes }, run);
  return requestRecord({
    ...{ kind: 'flood', client, ...run },
    plan: { command, users, seconds, repetition, workload, ...(codePath.flood && { codePath: codePath.flood }) },
    counts: { requests: ok, empty, otherCodes, refused, reset, timeouts, exceptions, deaths: deaths.length },
    latencies: { request: flood.times.summary() },
    verdicts: [verdict('ab processes that ended early', deaths.length)],
    notes: [
      ...deaths,
      ...notes,
      ...(ok < users ? [`at least ${users - ok} of the users had no answer when the time was up`] : []),
    ],
  });
}
