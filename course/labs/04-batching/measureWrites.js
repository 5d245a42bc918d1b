import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryLatencies } from '../../../load/src/chat/crowdLedger.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { makeClientId, newRunName, textOf } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/machine/clock.js';
import { sendOnSchedule } from '../../../load/src/schedule/openLoop.js';
import { messagesOf, scheduleOf } from '../../../load/src/schedule/schedule.js';
import { soleShare } from '../../../load/src/schedule/shares.js';
import { joinCrowd } from '../../src/countingCrowd.js';

/** @import { Context } from '../../src/lab.js' */
/** @import { Endpoint } from '../../../load/src/wire/types.js' */
/** @import { CountingCrowd } from '../../src/countingCrowd.js' */

const LOOK_EVERY_MS = 20;
// The client needs this time to set the first message's timer.
const START_AFTER_MS = 50;

/**
 * Sends a room of raw receivers more and more messages/s, and measures when they arrive and in how many writes.
 * @param {Context} context @param {Endpoint} chat
 * @param {{receivers: number, levels: number[], seconds: number, waitMs: number}} plan
 *   levels: messages/s; seconds: length of each level; waitMs: a level waits this long for messages after it sent the
 *   last one; the figures leave out later messages
 * @returns {AsyncGenerator<{rate: number, p50: number, p95: number, messagesPerWrite: number,
 *   deliveriesPerSecond: number}>} one value for each level; p50 and p95: ms from the intended time
 */
export async function* measureWrites(context, chat, { receivers, levels, seconds, waitMs }) {
  const crowd = await joinCrowd(context, chat, await getSessions(chat.url, receivers));
  for (const rate of levels) yield await measureLevel(crowd, { rate, seconds, waitMs });
}

/** @param {CountingCrowd} crowd @param {{rate: number, seconds: number, waitMs: number}} plan */
async function measureLevel(crowd, { rate, seconds, waitMs }) {
  const run = newRunName();
  const { members, library } = crowd;
  const before = crowd.delivered;
  const expected = before + Math.round(rate * seconds) * members.length;
  const firstFrame = library.frames.length;
  const startAt = now();
  await sendOnSchedule({
    messages: messagesOf(scheduleOf({ rate, seconds }), soleShare(members.length)),
    startAt: startAt + START_AFTER_MS,
    sendOne(number, intendedAt, sender) {
      const clientId = makeClientId({ run, sender, number, intendedAt });
      members[sender].connection.send(textOf(clientId), clientId);
    },
  });
  for (const until = now() + waitMs; crowd.delivered < expected && now() < until;) await sleep(LOOK_EVERY_MS);
  const latencies = deliveryLatencies(crowd, run);
  const events = library.frames.slice(firstFrame).filter(({ meaning }) => meaning.kind === 'messages');
  const messages = events.reduce((sum, { meaning }) => sum + meaning.messages.length, 0);
  return {
    rate,
    p50: latencies.percentile(50),
    p95: latencies.percentile(95),
    messagesPerWrite: events.length === 0 ? 0 : messages / events.length,
    deliveriesPerSecond: ((crowd.delivered - before) / (crowd.lastAt - startAt)) * 1000,
  };
}
