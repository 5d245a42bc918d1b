import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../../../load/src/chat/crowd.js';
import { deliveryLatencies } from '../../../load/src/chat/crowdLedger.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { findEndpoint } from '../../../load/src/server/endpoint.js';
import { newRunName } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/machine/clock.js';
import { Ledger } from '../../../load/src/ledger/ledger.js';
import { sendOnSchedule } from '../../../load/src/schedule/openLoop.js';
import { SocketSender } from '../../../load/src/chat/socketSender.js';
import { messagesOf, scheduleOf } from '../../../load/src/schedule/schedule.js';
import { ownTurns } from '../../../load/src/schedule/turns.js';

const LOOK_EVERY_MS = 20;
// Time to set the first message's timer.
const START_AFTER_MS = 50;

/**
 * Sends a room of raw receivers more and more messages/s, and measures when they arrive and in how many writes.
 * @param {string} url of a chat
 * @param {{receivers: number, levels: number[], seconds: number, waitMs: number}} plan
 *   levels: messages/s, each for so many seconds; waitMs: how long the level waits for messages after it sent the last
 *   one; the figures leave out later messages
 * @returns {AsyncGenerator<{rate: number, p50: number, p95: number, messagesPerWrite: number,
 *   deliveriesPerSecond: number}>} one value for each level; p50 and p95: ms from the intended time
 */
export async function* measureWrites(url, { receivers, levels, seconds, waitMs }) {
  const target = await findEndpoint(url);
  const sessions = await getSessions(url, receivers);
  const crowd = new Crowd(target);
  try {
    await crowd.join(sessions);
    if (crowd.failures.length > 0) throw crowd.failures[0];
    for (const rate of levels) yield await measureLevel(crowd, { rate, seconds, waitMs });
  } finally {
    crowd.close();
  }
}

/** @param {Crowd} crowd @param {{rate: number, seconds: number, waitMs: number}} plan */
async function measureLevel(crowd, { rate, seconds, waitMs }) {
  const ledger = new Ledger(newRunName());
  const expected = crowd.delivered + Math.round(rate * seconds) * crowd.members.length;
  const before = crowd.delivered;
  const firstFrame = crowd.library.frames.length;
  const startAt = now();
  let lastAt = startAt;
  crowd.onDelivery = () => (lastAt = now());
  const sockets = new SocketSender(ledger);
  const users = crowd.members.length;
  await sendOnSchedule({
    messages: messagesOf(scheduleOf({ rate, seconds }), ownTurns(users)),
    startAt: startAt + START_AFTER_MS,
    sendOne: (number, intendedAt, sender) => sockets.send(crowd.members[sender], { sender, number, intendedAt }),
  });
  for (const until = now() + waitMs; crowd.delivered < expected && now() < until;) await sleep(LOOK_EVERY_MS);
  crowd.onDelivery = () => {};
  const latencies = deliveryLatencies(crowd, ledger.run);
  const events = crowd.library.frames.slice(firstFrame).filter(({ messages }) => messages > 0);
  const messages = events.reduce((sum, frame) => sum + frame.messages, 0);
  return {
    rate,
    p50: latencies.percentile(50),
    p95: latencies.percentile(95),
    messagesPerWrite: events.length === 0 ? 0 : messages / events.length,
    deliveriesPerSecond: ((crowd.delivered - before) / (lastAt - startAt)) * 1000,
  };
}
