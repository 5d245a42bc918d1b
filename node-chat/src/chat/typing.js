import { contract } from '../contract.js';
import { createGathering } from './gathering.js';

/** @import { Publish } from './news.js' */
/** @import { User } from './stores.js' */

/**
 * @typedef {{ count: number, users: User[] }} TypingEvent
 * @typedef {{ user: User, publishedAt: number, ends?: NodeJS.Timeout }} TypingUser
 */

const { typingSeconds, typingPauseSeconds, typingListed, typingOnlineMax } = contract.limits;

/**
 * The users who are typing. Changes gather, and one event sends them to all; nothing is stored. With too many users
 * online no event is sent, since each costs one write per socket.
 */
export class Typing {
  /** @type {Map<string, TypingUser>} the first to begin is first */
  #typing = new Map();
  #lastSent = '';
  #emit;
  #online;
  #publish;
  #gathering;

  /**
   * @param {(event: TypingEvent) => void} emit
   * @param {() => number} online number of users online
   * @param {Publish} [publish]
   */
  constructor(emit, online, publish = () => {}) {
    this.#emit = emit;
    this.#online = online;
    this.#publish = publish;
    this.#gathering = createGathering(online, () => this.#flush());
    this.#lastSent = JSON.stringify(this.#event());
  }

  /** A client reports that its user types. @param {User} user */
  begin(user) {
    if (this.#online() > typingOnlineMax) return;
    const typing = this.add(user);
    const now = performance.now();
    if (now - typing.publishedAt < typingPauseSeconds * 1000) return;
    typing.publishedAt = now;
    this.#publish('typing', user);
  }

  /** A user types, here or at another process. @param {User} user */
  add(user) {
    /** @type {TypingUser} */
    const typing = this.#typing.get(user.id) ?? { user, publishedAt: -Infinity };
    if (typing.ends) clearTimeout(typing.ends);
    else this.#gathering.changed();
    typing.ends = setTimeout(() => this.stop(user.id), typingSeconds * 1000);
    this.#typing.set(user.id, typing);
    return typing;
  }

  /** The user's message is stored, or the user has left. @param {string} userId */
  stop(userId) {
    const known = this.#typing.get(userId);
    if (!known) return;
    clearTimeout(known.ends);
    this.#typing.delete(userId);
    // Pages remove the author of a new message from their list, so the last event does not describe it any more.
    this.#lastSent = '';
    this.#gathering.changed();
  }

  #flush() {
    const event = this.#event();
    const sent = JSON.stringify(event);
    if (sent !== this.#lastSent) this.#emit(event);
    this.#lastSent = sent;
  }

  /** @returns {TypingEvent} */
  #event() {
    const users = [...this.#typing.values().take(typingListed)].map(({ user }) => user);
    return { count: this.#typing.size, users };
  }

  close() {
    this.#gathering.close();
    for (const { ends } of this.#typing.values()) clearTimeout(ends);
  }
}
