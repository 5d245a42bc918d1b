import { setTimeout as sleep } from 'node:timers/promises';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { untilAnswered } from '../ledger/untilAnswered.js';
import { now } from '../machine/clock.js';
import { ClientWatch } from '../machine/clientWatch.js';
import { clientResult } from '../record/clientBound.js';
import { messagesOf } from '../schedule/schedule.js';
import { sendOnSchedule } from '../schedule/openLoop.js';

/** @import { Ack, Ledger } from '../ledger/ledger.js' */
/** @import { Schedule } from '../schedule/schedule.js' */
/** @import { Share } from '../schedule/shares.js' */

/**
 * Sends one process's share of a load on schedule.
 * @param {object} load
 * @param {Ledger} load.ledger receives the messages and their acks
 * @param {Schedule} load.schedule
 * @param {Share} load.share
 * @param {number} load.startAt ms since 1970: when the first message is due
 * @param {Array<{send(text: string, clientId: string): Promise<Ack>}>} load.connections one for each of share.senders
 * @returns {Promise<ReturnType<typeof clientResult>>} this process while it sent; settles when each message is answered
 *   or untilAnswered gives up
 */
export async function sendLoad({ ledger, schedule, share, startAt, connections }) {
  const sendOne = async (
    /** @type {number} */ number,
    /** @type {number} */ intendedAt,
    /** @type {number} */ sender,
  ) => {
    const clientId = makeClientId({ run: ledger.run, sender: share.senders[sender], number, intendedAt });
    ledger.sent(clientId, now());
    ledger.answered(clientId, await connections[sender].send(textOf(clientId), clientId), now());
  };
  await until(startAt);
  const watch = new ClientWatch();
  await sendOnSchedule({ messages: messagesOf(schedule, share), startAt, sendOne });
  // The last message may be due before the run ends.
  await until(startAt + schedule.seconds * 1000);
  // The wait for the last answers would lower the averages.
  const use = watch.stop();
  await untilAnswered(ledger);
  return clientResult(ledger, use);
}

/** @param {number} time ms since 1970 */
const until = (time) => sleep(Math.max(0, Math.ceil(time - now())));
