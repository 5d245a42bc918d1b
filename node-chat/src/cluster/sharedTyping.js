import { Typing } from '../chat/typing.js';
import { contract } from '../contract.js';

/** @import { EventEmitter } from 'node:events' */
/** @import { User } from '../chat/stores.js' */
/** @import { RedisLink } from './redisLink.js' */

const PUBLISH_AGAIN_MS = contract.limits.typingPauseSeconds * 1000;

/** The users who type, at all processes. */
export class SharedTyping extends Typing {
  /** @type {Set<string>} users whose typing this process has just published */
  #published = new Set();
  #link;

  /** @param {RedisLink} link @param {EventEmitter} others @param {ConstructorParameters<typeof Typing>} own */
  constructor(link, others, ...own) {
    super(...own);
    this.#link = link;
    link.on('typing', (user) => super.begin(user));
    others.on('gone', (user) => this.stop(user.id));
  }

  /** @param {User} user */
  begin(user) {
    const isTold = super.begin(user);
    if (!isTold || this.#published.has(user.id)) return isTold;
    this.#published.add(user.id);
    setTimeout(() => this.#published.delete(user.id), PUBLISH_AGAIN_MS).unref();
    this.#link.publish('typing', user);
    return isTold;
  }

  /** @param {string} userId */
  stop(userId) {
    this.#published.delete(userId);
    super.stop(userId);
  }
}
