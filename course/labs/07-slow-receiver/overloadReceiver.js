import { setTimeout as sleep } from 'node:timers/promises';
import { getSessions } from '../../../load/src/server/sessions.js';
import { makeClientId, newRunName } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/machine/clock.js';
import { joinCrowd } from '../../src/countingCrowd.js';
import { BacklogWatch, readBuffered } from './backlog.js';

/** @import { Context } from '../../src/lab.js' */
/** @import { Endpoint } from '../../../load/src/wire/types.js' */
/** @import { Look } from './backlog.js' */
/** @import { Connection } from '../../../load/src/wire/connection.js' */

export const SLOW_BYTES_PER_SECOND = 500;
// The longest allowed message has 2,000 characters of four bytes each.
const TEXT = '\u{1F422}'.repeat(2000);
// These are 32 MB. Kernel and server buffer some 15 MB together: a chat cuts the slow receiver off by then, or never.
const MAX_MESSAGES = 4000;
// Readers send only as fast as they read, so that nothing waits for them.
const MAX_IN_FLIGHT = 24;
const THROTTLE_EVERY_MS = 50;
// The server updates its metrics once a second.
const METRICS_WITHIN_MS = 4000;

/**
 * Lets readers send each other messages, and one receiver hardly read, until the server cuts that receiver off.
 * @param {Context} context
 * @param {object} plan
 * @param {Endpoint} plan.target
 * @param {number} plan.readers @param {number} plan.rate messages/s at most
 * @param {(seconds: number, look: Look) => void} plan.onLook
 */
export async function overloadReceiver(context, { target, readers, rate, onLook }) {
  const sessions = await getSessions(target.url, readers + 1);
  const crowd = await joinCrowd(context, target, sessions.slice(1));
  const slow = await joinCrowd(context, target, sessions.slice(0, 1));

  const [{ connection }] = slow.members;
  const throttle = readSlowly(connection);
  const before = await readBuffered(target.url);
  const run = newRunName();
  const startAt = now();
  const watch = new BacklogWatch(
    {
      url: target.url,
      serverPort: Number(new URL(target.socketUrl).port),
      slow: Number(connection.socket?.localPort),
      others: crowd.members.map((member) => Number(member.connection.socket?.localPort)),
    },
    (look) => onLook((look.at - startAt) / 1000, look),
  );
  try {
    let sent = 0;
    while (watch.cutAt === null && sent < MAX_MESSAGES) {
      const due = Math.min(((now() - startAt) / 1000) * rate, crowd.delivered / readers + MAX_IN_FLIGHT);
      for (; sent < due; sent++) {
        const clientId = makeClientId({ run, sender: sent % readers, number: sent, intendedAt: now() });
        crowd.members[sent % readers].connection.send(TEXT, clientId);
      }
      await sleep(4);
    }
    const { cutAt } = watch;
    let after = await readBuffered(target.url);
    for (const until = now() + METRICS_WITHIN_MS; after?.bytes !== 0 && now() < until;) {
      await sleep(100);
      after = await readBuffered(target.url);
    }
    return {
      sent,
      sentBytes: sent * Buffer.byteLength(TEXT),
      cutAfter: cutAt === null ? null : (cutAt - startAt) / 1000,
      keptAfter: after?.bytes ?? NaN,
      givenUp: (after?.tooSlow ?? 0) - (before?.tooSlow ?? 0),
      readersLost: crowd.broken.length,
      looks: watch.looks,
    };
  } finally {
    clearInterval(throttle);
    watch.stop();
  }
}

/**
 * Lets a joined connection read on average SLOW_BYTES_PER_SECOND. One read takes all that its kernel has, so a long
 * pause follows.
 * @param {Connection} connection
 */
function readSlowly(connection) {
  const startedAt = now();
  const before = connection.bytesReceived;
  connection.socket?.pause();
  return setInterval(() => {
    if (connection.bytesReceived - before >= ((now() - startedAt) / 1000) * SLOW_BYTES_PER_SECOND) return;
    connection.socket?.resume();
    setImmediate(() => connection.socket?.pause());
  }, THROTTLE_EVERY_MS);
}
