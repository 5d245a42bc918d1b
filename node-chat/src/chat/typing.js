import { contract } from '../contract.js';

/** @typedef {import('./stores.js').User} User */
/** @typedef {{ count: number, users: User[] }} TypingEvent */

const { typingSeconds, typingPauseSeconds, typingListed, typingOnlineMax, presenceMinWindowMs, presenceMsPerUser } =
  contract.limits;

/**
 * Who is writing a message: gathered as presence is, told to all by one event, never stored. In a crowd nobody is
 * told: each change would cost as many writes as there are sockets.
 */
export class Typing {
  /**
   * @type {Map<string, { user: User, since: number }>} in the order in which they began; since: their newest word, ms
   */
  #typing = new Map();
  #told = '';
  /** @type {NodeJS.Timeout | null} */
  #telling = null;
  #due = 0;
  #tell;
  #online;
  #now;

  /**
   * @param {object} parts
   * @param {(event: TypingEvent) => void} parts.tell
   * @param {() => number} parts.online how many users are
   * @param {() => number} [parts.now] ms, never set back
   */
  constructor({ tell, online, now = () => performance.now() }) {
    this.#tell = tell;
    this.#online = online;
    this.#now = now;
    this.#told = JSON.stringify(this.#event());
  }

  /** A client says that its user writes. @param {User} user @returns {boolean} false: they said so a moment ago */
  begin(user) {
    const now = this.#now();
    const known = this.#typing.get(user.id);
    if (known && now - known.since < typingPauseSeconds * 1000) return false;
    if (known) known.since = now;
    else if (this.#online() <= typingOnlineMax) {
      this.#typing.set(user.id, { user, since: now });
      this.#tellIn(0);
    }
    return true;
  }

  /** Their message is stored, or they are gone. @param {string} userId */
  stop(userId) {
    if (this.#typing.delete(userId)) this.#tellIn(0);
  }

  /** @param {number} ms at the soonest */
  #tellIn(ms) {
    const wait = Math.max(presenceMinWindowMs, presenceMsPerUser * this.#online(), ms);
    const due = this.#now() + wait;
    if (this.#telling && this.#due <= due) return;
    if (this.#telling) clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#flush(), wait);
    this.#due = due;
  }

  #flush() {
    this.#telling = null;
    if (this.#online() > typingOnlineMax) this.#typing.clear();
    const now = this.#now();
    let left = Infinity;
    for (const [id, { since }] of this.#typing) {
      const ms = since + typingSeconds * 1000 - now;
      if (ms <= 0) this.#typing.delete(id);
      else left = Math.min(left, ms);
    }
    const event = this.#event();
    const told = JSON.stringify(event);
    if (told !== this.#told) this.#tell(event);
    this.#told = told;
    if (this.#typing.size > 0) this.#tellIn(left);
  }

  /** @returns {TypingEvent} */
  #event() {
    const users = [];
    for (const { user } of this.#typing.values()) {
      if (users.length === typingListed) break;
      users.push(user);
    }
    return { count: this.#typing.size, users };
  }

  close() {
    if (this.#telling) clearTimeout(this.#telling);
  }
}
