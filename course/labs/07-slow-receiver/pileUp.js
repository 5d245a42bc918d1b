import { Crowd } from '../../../load/src/chat/crowd.js';
import { getSessions } from '../../../load/src/server/sessions.js';
import { makeClientId, newRunName } from '../../../load/src/ledger/clientIds.js';
import { now } from '../../../load/src/ledger/clock.js';
import { readBuffered } from './bufferedBytes.js';
import { PileWatch } from './pile.js';

export const SLOW_BYTES_PER_SECOND = 500;
// 2,000 characters of four bytes each: the longest message there may be.
const TEXT = '\u{1F422}'.repeat(2000);
// The kernel's buffers and the server's take some 15 MB together; who has not been cut off after so much never will be.
const MOST_MESSAGES = 4000;
// Messages on their way to the readers at most: they talk as fast as they read, so that nothing piles up for them.
const ON_THEIR_WAY = 24;
// The server tells anew how much it keeps once a second.
const TELLS_WITHIN_MS = 4000;

/**
 * Readers talk to each other, and one receiver hardly reads, until the server has had enough of it.
 * @param {object} plan
 * @param {import('../../../load/src/wire/meaning.js').Target} plan.target
 * @param {number} plan.readers @param {number} plan.rate messages/s at most
 * @param {(ms: number) => Promise<void>} plan.sleep
 * @param {(crowd: Crowd) => void} plan.onCrowd told of each, to be closed in the end
 * @param {(seconds: number, look: import('./pile.js').Look) => void} plan.onLook
 */
export async function pileUp({ target, readers, rate, sleep, onCrowd, onLook }) {
  const sessions = await getSessions(target.url, readers + 1);
  const crowd = new Crowd(target);
  const slow = new Crowd(target, { bytesPerSecond: SLOW_BYTES_PER_SECOND });
  onCrowd(crowd);
  onCrowd(slow);
  await crowd.join(sessions.slice(1));
  await slow.join(sessions.slice(0, 1));
  const [failure] = [...crowd.failures, ...slow.failures];
  if (failure) throw failure;

  const before = await readBuffered(target.url);
  const [{ connection }] = slow.members;
  const run = newRunName();
  const startAt = now();
  const watch = new PileWatch(
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
    while (watch.cutAt === null && sent < MOST_MESSAGES) {
      const due = Math.min(((now() - startAt) / 1000) * rate, crowd.delivered / readers + ON_THEIR_WAY);
      for (; sent < due; sent++) {
        const clientId = makeClientId({ run, sender: sent % readers, number: sent, intendedAt: now() });
        crowd.members[sent % readers].connection.send(TEXT, clientId);
      }
      await sleep(4);
    }
    const { cutAt } = watch;
    let after = await readBuffered(target.url);
    for (const until = now() + TELLS_WITHIN_MS; after?.bytes !== 0 && now() < until;) {
      await sleep(100);
      after = await readBuffered(target.url);
    }
    return {
      sent,
      sentBytes: sent * Buffer.byteLength(TEXT),
      cutAfter: cutAt === null ? null : (cutAt - startAt) / 1000,
      keptAfter: after?.bytes ?? NaN,
      givenUp: (after?.tooSlow ?? 0) - (before?.tooSlow ?? 0),
      readersLost: crowd.ends.length,
      looks: watch.looks,
    };
  } finally {
    watch.stop();
  }
}
