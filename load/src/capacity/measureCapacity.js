import { measureChat } from '../chat/measureChat.js';
import { RawClient } from '../chat/rawClient.js';
import { valueText } from '../record/numbers.js';
import { capacityText, findCapacity } from './findCapacity.js';
import { levelOutcome } from './outcome.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Server } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */

/**
 * Searches the greatest number of users at which every bound of the job holds.
 * @param {Server} firstServer
 * @param {Job} job the first level has its users and its rate
 * @param {(line: string) => void} say
 * @param {() => Promise<Server>} restart gives the same server, started again
 * @returns {Promise<RunRecord>} the record of a run at the level that was found; its note is the answer in words
 * @throws {Error} if no run at any level has a record
 */
export async function measureCapacity(firstServer, job, say, restart) {
  const { users: from, mostUsers = Infinity, rate = 0, bounds = [] } = job;
  const rateEach = rate / from;
  const inWords = (/** @type {number} */ users) => `${valueText(users)} users at ${valueText(rateEach)}/s each`;
  /** @type {Map<number, RunRecord>} one record of each level: of a run that passed, if there is one */
  const records = new Map();
  /** @type {string[]} */
  let limits = [];
  let server = firstServer;
  let hasBacklog = false;
  const outcomeAt = async (/** @type {number} */ users) => {
    if (hasBacklog) server = await restart();
    const run = measureChat(server, { ...job, users, rate: users * rateEach }, () => {}, new RawClient());
    const { outcome, why, record } = await levelOutcome(run, bounds);
    // Messages without an answer may still be queued at the server, and would delay the next run.
    hasBacklog = !record || record.counts.acknowledged !== record.counts.sent;
    if (outcome === 'full') limits = why;
    if (record && (outcome === 'passed' || !records.has(users))) records.set(users, record);
    say(`${inWords(users)}: ${outcome} (${why.join('; ')})`);
    return outcome;
  };

  const capacity = await findCapacity(outcomeAt, { from, most: mostUsers });
  const text = `${bounds.map(({ name }) => name).join(', ')}: ${capacityText(capacity, inWords)}`;
  const record = records.get(capacity.level ?? Math.min(...records.keys()));
  if (!record) throw new Error(text);
  return {
    ...record,
    client: { ...record.client, ...(capacity.isFull && { bound: true, boundBy: limits }) },
    counts: { ...record.counts, usersBorne: capacity.level ?? 0 },
    notes: [...record.notes, text],
  };
}
