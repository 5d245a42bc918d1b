import { Crowd } from '../../load/src/chat/crowd.js';
import { now } from '../../load/src/machine/clock.js';

/** @import { Member } from '../../load/src/chat/crowd.js' */
/** @import { Frame } from '../../load/src/wire/frameLibrary.js' */
/** @import { Endpoint, Session } from '../../load/src/wire/types.js' */
/** @import { Context } from './lab.js' */

/** A crowd that counts the messages at its receivers as they arrive. */
export class CountingCrowd extends Crowd {
  delivered = 0;
  /** Time of the last arrival, ms since 1970. */
  lastAt = 0;

  /** @param {Member} member @param {Frame} frame */
  received(member, frame) {
    super.received(member, frame);
    this.delivered += frame.meaning.messages.length;
    this.lastAt = now();
  }
}

/**
 * Joins users to a chat until the lab ends.
 * @param {Context} context @param {Endpoint} endpoint @param {Session[]} sessions
 * @returns {Promise<CountingCrowd>} @throws {Error} why one of them could not join
 */
export async function joinCrowd({ atEnd }, endpoint, sessions) {
  const crowd = new CountingCrowd(endpoint);
  atEnd(() => crowd.close());
  await crowd.join(sessions);
  if (crowd.failures.length > 0) throw crowd.failures[0];
  return crowd;
}
