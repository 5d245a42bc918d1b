import { Crowd } from '../../load/src/chat/crowd.js';
import { now } from '../../load/src/machine/clock.js';

/**
 * @typedef {import('../../load/src/chat/crowd.js').Member} Member
 * @typedef {import('../../load/src/chat/crowd.js').Frame} Frame
 */

/** A crowd that counts the messages at its receivers as they arrive. */
export class CountingCrowd extends Crowd {
  delivered = 0;
  /** ms since 1970: the last arrival */
  lastAt = 0;

  /** @param {Member} member @param {Frame} frame */
  received(member, frame) {
    super.received(member, frame);
    this.delivered += frame.meaning.messages.length;
    this.lastAt = now();
  }
}
