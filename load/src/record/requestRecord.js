import { failedRequests } from './metrics.js';
import { runRecord } from './runRecord.js';
import { verdict } from './verdict.js';

/** @import { RunRecord, RunResult } from './runRecord.js' */
/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */

/**
 * Makes the record of a run of HTTP requests, for every driver.
 * @param {Server} server @param {Job} job
 * @param {Omit<RunResult, 'counts' | 'verdicts'> & {counts: Record<string, number>, verdicts?: RunRecord['verdicts']}}
 *   result counts.requests: requests that got a 2xx; verdicts: those in addition to the usual ones
 */
export function requestRecord(server, job, { counts, verdicts = [], ...result }) {
  return runRecord(server, job, {
    ...result,
    counts: { ...counts, requestsPerSecond: result.seconds > 0 ? counts.requests / result.seconds : 0 },
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('runs without an answer', counts.requests > 0 ? 0 : 1),
      ...verdicts,
    ],
  });
}
