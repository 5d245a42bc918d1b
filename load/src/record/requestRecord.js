import { failedRequests } from './metrics.js';
import { runRecord } from './runRecord.js';
import { verdict } from './verdict.js';

/** @import { RunRecord, RunSeen, ServerSeen } from './runRecord.js' */
/** @import { Job } from '../job.js' */

/**
 * Makes the record of a run of HTTP requests, for every driver.
 * @param {ServerSeen} server @param {Job} job
 * @param {Omit<RunSeen, 'counts' | 'verdicts'> & {counts: Record<string, number>, verdicts?: RunRecord['verdicts']}}
 *   seen counts.requests: requests that got a 2xx; verdicts: those in addition to the usual ones
 */
export function requestRecord(server, job, { counts, verdicts = [], ...seen }) {
  return runRecord(server, job, {
    ...seen,
    counts: { ...counts, requestsPerSecond: seen.seconds > 0 ? counts.requests / seen.seconds : 0 },
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('runs without an answer', counts.requests > 0 ? 0 : 1),
      ...verdicts,
    ],
  });
}
