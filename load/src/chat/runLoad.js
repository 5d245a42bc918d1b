import { setTimeout as sleep } from 'node:timers/promises';
import { readLastId, readStore, ServerFailure } from '../server/contractClient.js';
import { audit, DRAIN_MS } from '../ledger/audit.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../machine/clock.js';
import { countMissingAcks } from '../ledger/errorPercent.js';
import { sampleWhile } from '../machine/sampler.js';
import { mergeResults } from './mergeResults.js';

/** @import { Endpoint, Session } from '../wire/types.js' */
/** @import { Schedule } from '../schedule/schedule.js' */
/** @import { LoadClient } from './types.js' */
/** @import { ChatResult } from '../record/chatRecord.js' */

// The chats send presence twice a second, and their garbage collectors must free what joining left.
const SETTLE_MS = 1500;
// A warm-up leaves less garbage, so this part of the pause is enough.
const SETTLE_AFTER_WARM_UP = 1 / 3;

/**
 * @typedef {object} LoadOptions
 * @property {Endpoint} endpoint
 * @property {Schedule} schedule when messages are sent
 * @property {Session[]} sessions one user each; every user receives every message
 * @property {number} [senders] number of users that send (all)
 * @property {LoadClient} loadClient plays the users
 * @property {Record<string, number[]>} [pidsByPart] the server's processes that are sampled
 * @property {number} [warmUp] s of the same load before the run, which do not count
 * @property {number} [settleMs] pause after joining. Latencies need it, counts do not.
 * @property {string} [run] prefix of the clientIds
 * @property {boolean} [store] false: do not read the server's store
 * @property {(phase: 'joining' | 'joined' | 'settled') => void} [onPhase]
 */

/**
 * Makes one run: all users join, send, and stay until the messages have arrived. Then the audit compares the ledger
 * with the store.
 * @param {LoadOptions} load
 * @param {(line: string) => void} [say]
 * @returns {Promise<ChatResult>}
 * @throws {ServerFailure} if nobody could join
 */
export async function runLoad(load, say = () => {}) {
  const { endpoint, schedule, sessions, senders, loadClient } = load;
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
      await sleep(settleMs * SETTLE_AFTER_WARM_UP);
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
