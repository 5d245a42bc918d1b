import { setTimeout as sleep } from 'node:timers/promises';
import { readLastId, readStore, ServerFailure } from '../server/contractClient.js';
import { audit, DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../machine/clock.js';
import { countMissingAcks } from '../ledger/errorPercent.js';
import { sampleWhile } from '../sampler/sampler.js';
import { mergeResults } from './mergeResults.js';
import { RawClient } from './rawClient.js';

// Presence is gathered over half a second, and garbage of the joining has time to go.
const SETTLE_MS = 1500;
// The warm-up leaves its own garbage alone, so it needs this part of that time.
const SETTLE_AGAIN = 1 / 3;

/**
 * @typedef {object} LoadWanted
 * @property {import('./types.js').Endpoint} endpoint
 * @property {import('./types.js').Schedule} schedule when messages are sent
 * @property {import('./types.js').Session[]} sessions one user each; all receive everything
 * @property {number} [senders] so many of them send; all unless given
 * @property {import('./types.js').LoadClient} [loadClient] the raw one in this process unless given
 * @property {Record<string, number[]>} [pidsByPart] of the server, to watch
 * @property {number} [warmUp] s of the same load before, which do not count
 * @property {number} [settleMs] how long joining has to calm down: latencies need it, counts do not
 * @property {string} [run] begins the clientIds of its messages
 * @property {boolean} [store] false: the server has none, or it is not to be read
 * @property {(phase: 'joining' | 'joined' | 'settled') => void} [onPhase]
 *
 * @typedef {import('../record/chatRecord.js').ChatSeen & ReturnType<typeof mergeResults>} LoadSeen
 */

/**
 * One run: all users join, send, and stay until the messages have arrived. Then the ledger is compared with the store.
 * @param {LoadWanted} load @param {(line: string) => void} [say]
 * @returns {Promise<LoadSeen>} what a run record is made of
 * @throws {ServerFailure} where nobody could join
 */
export async function runLoad(load, say = () => {}) {
  const { endpoint, schedule, sessions, senders } = load;
  /** @type {import('./types.js').LoadClient} */
  const loadClient = load.loadClient ?? new RawClient();
  const { warmUp = 0, settleMs = SETTLE_MS, store = true, run = newRunName(), onPhase = () => {} } = load;
  try {
    await loadClient.prepare?.();
    const lastId = store ? await readLastId(endpoint.url, sessions[0].cookie) : 0;
    onPhase('joining');
    const { joined, why } = await loadClient.join({ endpoint, sessions });
    onPhase('joined');
    if (joined < sessions.length) say(`${sessions.length - joined} could not join: ${why}`);
    if (joined === 0) throw new ServerFailure(`nobody could join: ${why}`);
    await sleep(settleMs);
    onPhase('settled');

    if (warmUp > 0) {
      const phases = [{ ...schedule.phases[0], to: warmUp }];
      await loadClient.send({ senders, run: newRunName(), schedule: { ...schedule, seconds: warmUp, phases } });
      await sleep(settleMs * SETTLE_AGAIN);
    }
    const { done, samples } = await sampleWhile(load.pidsByPart ?? {}, async () => {
      const { startAt } = await loadClient.send({ senders, run, schedule });
      return { startAt, answeredAt: now() };
    });
    const { startAt, answeredAt } = done;
    await sleep(Math.max(0, answeredAt + DRAIN_MS - now()));
    const { results, agents, clocksApart } = await loadClient.leave({ startAt, seconds: schedule.seconds });
    const { stored, storeUnread } = store
      ? await readStore(endpoint.url, sessions[0].cookie, lastId)
      : { stored: null, storeUnread: null };
    const mergedResults = mergeResults(results);
    countMissingAcks(mergedResults.ledger);
    return {
      ...mergedResults,
      startAt,
      storeUnread,
      samples,
      audit: audit(mergedResults.ledger, stored, mergedResults.weights),
      ...(agents && { agents, clocksApart }),
    };
  } finally {
    loadClient.close();
  }
}
