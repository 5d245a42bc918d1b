import { contract } from '../contract.js';
import { createGatheredEvent } from './gatheredEvent.js';

/** @import { Publish } from './news.js' */
/** @import { Presence } from './presence.js' */
/** @import { User } from './stores.js' */

/**
 * @typedef {{ count: number, users: User[] }} TypingEvent
 * @typedef {{ user: User, timer: NodeJS.Timeout }} TypingUser
 */

const { typingSeconds, typingListed, typingOnlineMax } = contract.limits;

/**
 * The users who are typing. Changes gather, and one event sends them to all; nothing is stored. With too many users
 * online reports are ignored, since each event costs one write per socket; typing that began before ends as always.
 */
export class Typing {
  /** @type {Map<string, TypingUser>} the first to begin is first */
  #typing = new Map();
  #emit;
  #publish;
  #presence;
  #gatheredEvent;

  /**
   * @param {(event: TypingEvent) => void} emit
   * @param {Publish} publish
   * @param {Pick<Presence, 'count'>} presence
   */
  constructor(emit, publish, presence) {
    this.#emit = emit;
    this.#publish = publish;
    this.#presence = presence;
    this.#gatheredEvent = createGatheredEvent(presence, () => this.#flush());
  }

  /** A client reports that its user types. @param {User} user */
  begin(user) {
    if (this.#presence.count > typingOnlineMax) return;
    this.add(user);
    this.#publish('typing', user);
  }

  /** A user types, here or at another process. @param {User} user */
  add(user) {
    const typingUser = this.#typing.get(user.id);
    if (typingUser) clearTimeout(typingUser.timer);
    else this.#gatheredEvent.changed();
    this.#typing.set(user.id, { user, timer: setTimeout(() => this.stop(user.id), typingSeconds * 1000) });
  }

  /** The user's message is stored, or the user has left. @param {string} userId */
  stop(userId) {
    const typingUser = this.#typing.get(userId);
    if (!typingUser) return;
    clearTimeout(typingUser.timer);
    this.#typing.delete(userId);
    this.#gatheredEvent.changed();
  }

  #flush() {
    const users = [...this.#typing.values().take(typingListed)].map(({ user }) => user);
    this.#emit({ count: this.#typing.size, users });
  }

  close() {
    this.#gatheredEvent.close();
    for (const { timer } of this.#typing.values()) clearTimeout(timer);
  }
}
