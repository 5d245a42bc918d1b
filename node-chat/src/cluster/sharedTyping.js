import { Typing } from '../chat/typing.js';
import { contract } from '../contract.js';

/** @import { User } from '../chat/stores.js' */
/** @import { RedisBus } from './redisBus.js' */

const PUBLISH_AGAIN_MS = contract.limits.typingPauseSeconds * 1000;

/** The users who type, at all processes. */
export class SharedTyping extends Typing {
  /** @type {Set<string>} users whose typing this process has just published */
  #published = new Set();
  #bus;

  /** @param {RedisBus} bus @param {ConstructorParameters<typeof Typing>} own */
  constructor(bus, ...own) {
    super(...own);
    this.#bus = bus;
    bus.on('typing', (user) => super.begin(user));
    bus.on('gone', (user) => this.stop(user.id));
  }

  /** @param {User} user */
  begin(user) {
    const isTold = super.begin(user);
    if (!isTold || this.#published.has(user.id)) return isTold;
    this.#published.add(user.id);
    setTimeout(() => this.#published.delete(user.id), PUBLISH_AGAIN_MS).unref();
    this.#bus.publish('typing', user);
    return isTold;
  }

  /** @param {string} userId */
  stop(userId) {
    this.#published.delete(userId);
    super.stop(userId);
  }
}
