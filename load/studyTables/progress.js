import fs from 'node:fs';
import path from 'node:path';

/** @typedef {import('./jobs.js').Job} Job */

// What a run takes beside its load: starting and ending the server, joining, waiting for the last messages.
const AROUND_SECONDS = 22;
const JOINS_PER_SECOND = 100;
// Artillery lets users arrive one by one.
const ARRIVALS_PER_SECOND = 15;

/**
 * @param {Job} job @param {string} folder of the records @param {string} commit checked out now
 * @returns {any | null} its record, where an earlier run left one of the same length and commit; else it has to be run
 */
export function recordOf(job, folder, commit) {
  try {
    const record = JSON.parse(fs.readFileSync(path.join(folder, job.file), 'utf8'));
    return record.plan.seconds === job.seconds && record.client.commit === commit ? record : null;
  } catch {
    return null;
  }
}

/** @param {Job} job @returns {number} s that it should take */
export function expectedSeconds({ kind, users, seconds, warmUp, client }) {
  if (kind === 'flood') return AROUND_SECONDS + seconds;
  const joining = users / (client === 'artillery' ? ARRIVALS_PER_SECOND : JOINS_PER_SECOND);
  return AROUND_SECONDS + seconds + warmUp + joining;
}

/**
 * How long is left, by what is expected and how much longer than that the finished ones took.
 * @param {Job[]} left @param {Array<{job: Job, took: number}>} done took: s
 * @returns {number} s
 */
export function secondsLeft(left, done) {
  const expected = left.reduce((sum, job) => sum + expectedSeconds(job), 0);
  const before = done.reduce((sum, { job }) => sum + expectedSeconds(job), 0);
  const took = done.reduce((sum, one) => sum + one.took, 0);
  return before === 0 ? expected : (expected * took) / before;
}

/** @param {number} seconds @returns {string} */
export function inWords(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
