import { failedRequests } from './metrics.js';
import { runRecord } from './runRecord.js';
import { verdict } from './verdict.js';

/**
 * The record of a run that made HTTP requests, whichever driver made them.
 * @param {import('./runRecord.js').ServerSeen} server @param {import('../job.js').Job} job
 * @param {Omit<import('./runRecord.js').RunSeen, 'counts' | 'verdicts'> & {counts: Record<string, number>,
 *   verdicts?: import('./runRecord.js').RunRecord['verdicts']}} seen counts.requests: answered by a 2xx; verdicts:
 *   further ones
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
