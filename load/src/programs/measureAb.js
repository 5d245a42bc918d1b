import { programResult } from '../record/clientBound.js';
import { valueText } from '../record/numbers.js';
import { requestRecord } from '../record/requestRecord.js';
import { verdict } from '../record/verdict.js';
import { sampleWhile } from '../machine/sampler.js';
import { runAb } from './ab.js';

/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */

/**
 * Makes one run of ApacheBench at a server, and the run's record.
 * @param {Server} server @param {Job} job
 */
export async function measureAb(server, job) {
  const { users, seconds } = job;
  const { url } = server.http;
  const { startAt, done: ab, samples } = await sampleWhile(server.pidsByPart, () => runAb({ url, users, seconds }));
  const { processes, counts, cpuCores, deaths } = ab;
  const unanswered = users - counts.requests;
  const run = { startAt, seconds: ab.seconds || seconds, samples };
  const { client, notes } = programResult({ name: 'ab', cpuCores, threads: processes }, server, run);
  return requestRecord(server, job, {
    ...run,
    client,
    path: server.http,
    counts: { ...counts, deaths: deaths.length },
    latencies: { request: ab.times.summary() },
    verdicts: [verdict('ab processes that ended early', deaths.length)],
    notes: [
      ...deaths,
      ...notes,
      ...(unanswered > 0 ? [`at least ${valueText(unanswered)} of the users had no answer when the time was up`] : []),
    ],
  });
}
