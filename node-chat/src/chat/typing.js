import { contract } from '../contract.js';
import { createGathering } from './gathering.js';

/** @typedef {import('./stores.js').User} User */
/** @typedef {{ count: number, users: User[] }} TypingEvent */

const { typingSeconds, typingListed, typingOnlineMax } = contract.limits;

/**
 * The users who are writing a message. Changes gather, and one event tells them to all; nothing is stored. A crowd is
 * not told: each change would cost as many writes as there are sockets.
 */
export class Typing {
  /** @type {Map<string, { user: User, ends: NodeJS.Timeout }>} in the order in which they began */
  #typing = new Map();
  #told = '';
  #tell;
  #online;
  #gathering;

  /** @param {(event: TypingEvent) => void} tell @param {() => number} online how many users are */
  constructor(tell, online) {
    this.#tell = tell;
    this.#online = online;
    this.#gathering = createGathering(online, () => this.#flush());
    this.#told = JSON.stringify(this.#event());
  }

  /** A client says that its user writes. @param {User} user @returns {boolean} false: to too many */
  begin(user) {
    if (this.#online() > typingOnlineMax) return false;
    const known = this.#typing.get(user.id);
    if (known) clearTimeout(known.ends);
    else this.#gathering.changed();
    const ends = setTimeout(() => this.stop(user.id), typingSeconds * 1000);
    this.#typing.set(user.id, { user, ends });
    return true;
  }

  /** Their message is stored, or they are gone. @param {string} userId */
  stop(userId) {
    const known = this.#typing.get(userId);
    if (!known) return;
    clearTimeout(known.ends);
    this.#typing.delete(userId);
    // Pages take whoever wrote off their line by themselves, so what was told last does not stand any more.
    this.#told = '';
    this.#gathering.changed();
  }

  #flush() {
    const event = this.#event();
    const told = JSON.stringify(event);
    if (told !== this.#told) this.#tell(event);
    this.#told = told;
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
