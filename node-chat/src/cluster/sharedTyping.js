import { Typing } from '../chat/typing.js';
import { contract } from '../contract.js';

/** @import { User } from '../chat/stores.js' */
/** @import { RedisBus } from './redisBus.js' */

const SAY_AGAIN_MS = contract.limits.typingPauseSeconds * 1000;

/** The users who type, at all processes. */
export class SharedTyping extends Typing {
  /** @type {Set<string>} users whose typing this process has just published */
  #said = new Set();
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
    if (!isTold || this.#said.has(user.id)) return isTold;
    this.#said.add(user.id);
    setTimeout(() => this.#said.delete(user.id), SAY_AGAIN_MS).unref();
    this.#bus.publish('typing', user);
    return isTold;
  }

  /** @param {string} userId */
  stop(userId) {
    this.#said.delete(userId);
    super.stop(userId);
  }
}
