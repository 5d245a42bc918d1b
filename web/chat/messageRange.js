/** @import { Message } from './types.js' */

/** A range that follows drops many messages at once down to this share, since each drop moves the drawn rows. */
const KEPT_SHARE = 0.7;

/** The messages in memory: in id order, without a hole, and not many more than `max`. */
export class MessageRange {
  /** @type {Message[]} */
  messages = [];
  /** true: the range ends at the newest message. false: the user reads far back, and pushes are only counted. */
  attached = true;
  /** true: the user is at the newest message. */
  following = true;

  /** @param {number} max number of messages */
  constructor(max) {
    this.max = max;
  }

  get firstId() {
    return this.messages[0]?.id ?? 0;
  }

  get lastId() {
    return this.messages.at(-1)?.id ?? 0;
  }

  /** Finds a message by its place, since ids are dense. @param {number} id @returns {Message | undefined} */
  find(id) {
    return this.messages[id - this.firstId];
  }

  /** Starts over. @param {Message[]} page @param {{ attached: boolean, following: boolean }} user */
  restart(page, { attached, following }) {
    this.messages = page;
    this.attached = attached;
    this.following = following;
  }

  /** @param {Message} changed is ignored if it is outside the range, or older than the one there */
  change(changed) {
    const here = this.find(changed.id);
    if (here && (changed.rev ?? 0) > (here.rev ?? 0)) this.messages[changed.id - this.firstId] = changed;
  }

  /** @param {Message[]} page the messages that follow, and perhaps some that are there */
  append(page) {
    this.messages.push(...page.filter(({ id }) => id > this.lastId));
  }

  /** @param {Message[]} page the messages before the first one */
  prepend(page) {
    this.messages = [...page, ...this.messages];
    if (!this.following) this.trim();
  }

  /** Drops surplus messages at the end where the user does not look. @param {boolean} [readingDown] */
  trim(readingDown = false) {
    if (this.messages.length <= this.max) return;
    if (this.following) this.messages = this.messages.slice(-Math.round(this.max * KEPT_SHARE));
    else if (readingDown) this.messages = this.messages.slice(-this.max);
    else {
      this.messages = this.messages.slice(0, this.max);
      this.attached = false;
    }
  }
}
