import { Typing } from '../chat/typing.js';
import { contract } from '../contract.js';

/** @import { User } from '../chat/stores.js' */
/** @import { Link } from './link.js' */

const SAY_AGAIN_MS = contract.limits.typingPauseSeconds * 1000;

/** The users who type, at all processes. */
export class SharedTyping extends Typing {
  /** @type {Set<string>} users whose typing this process has just published */
  #said = new Set();
  #link;

  /** @param {Link} link @param {ConstructorParameters<typeof Typing>} own */
  constructor(link, ...own) {
    super(...own);
    this.#link = link;
    link.on('typing', (user) => super.begin(user));
    link.on('gone', (user) => this.stop(user.id));
  }

  /** @param {User} user */
  begin(user) {
    const isTold = super.begin(user);
    if (!isTold || this.#said.has(user.id)) return isTold;
    this.#said.add(user.id);
    setTimeout(() => this.#said.delete(user.id), SAY_AGAIN_MS).unref();
    this.#link.publish('typing', user);
    return isTold;
  }

  /** @param {string} userId */
  stop(userId) {
    this.#said.delete(userId);
    super.stop(userId);
  }
}
