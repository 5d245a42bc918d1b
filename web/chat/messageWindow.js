/** @typedef {import('./types.js').Message} Message */

/** Early arrivals kept while a hole is filled; beyond it they are dropped, since the store has them too. */
const EARLY_MAX = 2000;
/** Changes that are remembered: a page that was read before one of them may arrive after it. */
const CHANGES_MAX = 1000;

/**
 * The stretch of the conversation that is in memory: messages in id order, without a hole. Ids are dense, so a push that skips one is
 * held back until the page has asked the store for what is between. While `attached`, the window ends at the newest message known;
 * detached (someone reads far back), pushes are only counted, and the rest is read from the store when it is wanted.
 */
export class MessageWindow {
  /** @type {Message[]} */
  messages = [];
  attached = true;
  /** The highest id known to exist. */
  tail = 0;
  /** Whether the store has older messages than the first one here. */
  older = false;
  /** Counts how often the server was found with another store: what was drawn of the former one is void. */
  generation = 0;
  /** @type {Map<number, Message>} */
  #early = new Map();
  /** @type {Map<number, Message>} messages as they were changed last, by id */
  #changes = new Map();
  /** @type {{ messages: Message[], tail: number } | null} what came since the page was asked for that starts over */
  #meanwhile = null;
  /** Whether the page that starts over is of another store than what is here. */
  #ofAnotherStore = false;

  get firstId() {
    return this.messages.length ? this.messages[0].id : 0;
  }

  /** @param {number} id @returns {Message | undefined} where it is in memory */
  find(id) {
    return this.messages[id - this.firstId];
  }

  get lastId() {
    return this.messages.length ? this.messages[this.messages.length - 1].id : 0;
  }

  /** True while messages are known to exist after the last one here. */
  get behind() {
    return this.tail > this.lastId;
  }

  /** True where `behind` is a hole to be filled, not a choice. */
  get hole() {
    return this.attached && this.behind;
  }

  /** A page is being asked for that reset() will take: what comes from now on may be missing from it. */
  awaitReset() {
    this.#meanwhile = { messages: [], tail: 0 };
  }

  /** The server has another store now, whose ids and revisions may count from less: what is known of changes says nothing of it. */
  disown() {
    this.#changes.clear();
    this.#early.clear();
    this.#ofAnotherStore = true;
  }

  /**
   * Starts over with a page of the newest messages, and with what came while it was under way.
   * @param {Message[]} messages in id order
   * @param {boolean} older
   */
  reset(messages, older) {
    const last = this.lastId;
    this.messages = messages.map(this.#newest);
    if (this.#ofAnotherStore || this.lastId < last) this.generation++;
    this.#ofAnotherStore = false;
    this.attached = true;
    this.older = older;
    const meanwhile = this.#meanwhile;
    this.#meanwhile = null;
    for (const message of meanwhile?.messages ?? []) this.#early.set(message.id, message);
    this.#takeEarly();
    this.tail = Math.max(this.lastId, meanwhile?.tail ?? 0, ...this.#early.keys());
  }

  /**
   * Starts over with a stretch from the middle of the conversation.
   * @param {Message[]} messages in id order, at least one
   * @param {boolean} newer whether the store has newer ones
   */
  open(messages, newer) {
    this.messages = messages.map(this.#newest);
    this.attached = !newer;
    this.older = this.firstId > 1;
    this.#early.clear();
    this.learn(newer ? this.lastId + 1 : this.lastId);
  }

  /** @param {number} id an id that the server has given away */
  learn(id) {
    this.tail = Math.max(this.tail, id);
    if (this.#meanwhile) this.#meanwhile.tail = Math.max(this.#meanwhile.tail, id);
  }

  /**
   * Takes messages that were pushed, in whatever order, some perhaps known already.
   * @param {Message[]} messages
   */
  receive(messages) {
    for (const message of messages) {
      this.learn(message.id);
      if (this.#meanwhile && this.#meanwhile.messages.length < EARLY_MAX) this.#meanwhile.messages.push(message);
      if (message.rev) this.change([message]);
      if (message.id <= this.lastId || !this.attached) continue;
      if (message.id === this.lastId + 1) this.messages.push(this.#newest(message));
      else if (this.#early.size < EARLY_MAX) this.#early.set(message.id, message);
    }
    this.#takeEarly();
  }

  /**
   * Takes the answer to `after=asked.after`: what the store says is contiguous, is. An answer that no longer fits is left alone.
   * @param {Message[]} page
   * @param {boolean} more
   * @param {{ after: number, tail: number }} asked `tail` as it was then: only what was announced later can be missing from the page
   */
  extend(page, more, asked) {
    if (asked.after > this.lastId) return;
    for (const message of page) if (message.id > this.lastId) this.messages.push(this.#newest(message));
    this.#takeEarly();
    if (more) {
      this.learn(this.lastId + 1);
      return;
    }
    this.attached = true;
    if (this.tail === asked.tail) {
      // The store is the truth: what was announced and is not there (a store put back from a backup) does not exist.
      this.#early.clear();
      this.tail = this.lastId;
    }
  }

  /**
   * Takes messages that were edited or deleted, wherever they stand; what is newer here already stays.
   * @param {Message[]} messages
   */
  change(messages) {
    for (const message of messages) {
      if (this.#newest(message) !== message) continue;
      this.#changes.delete(message.id);
      this.#changes.set(message.id, message);
      const here = this.find(message.id);
      if (here && revOf(message) > revOf(here)) this.messages[message.id - this.firstId] = message;
    }
    for (const id of this.#changes.keys()) {
      if (this.#changes.size <= CHANGES_MAX) break;
      this.#changes.delete(id);
    }
  }

  /** @param {Message} message @returns {Message} as it was changed last, as far as that is known */
  #newest = (message) => {
    const change = this.#changes.get(message.id);
    return change && revOf(change) > revOf(message) ? change : message;
  };

  /**
   * Takes the answer to `before=asked.before`. An answer that no longer fits is left alone.
   * @param {Message[]} page
   * @param {boolean} more
   * @param {{ before: number }} asked
   */
  prepend(page, more, asked) {
    if (asked.before !== this.firstId) return;
    this.messages = [...page.map(this.#newest), ...this.messages];
    this.older = more;
  }

  /** @param {number} keep how many of the newest stay */
  dropOldest(keep) {
    if (this.messages.length <= keep) return;
    this.messages = this.messages.slice(-keep);
    this.older = true;
  }

  /** @param {number} keep how many of the oldest stay */
  dropNewest(keep) {
    if (this.messages.length <= keep) return;
    this.messages = this.messages.slice(0, keep);
    this.attached = false;
    this.#early.clear();
  }

  #takeEarly() {
    for (const id of this.#early.keys()) if (id <= this.lastId) this.#early.delete(id);
    for (let next; (next = this.#early.get(this.lastId + 1));) {
      this.#early.delete(next.id);
      this.messages.push(this.#newest(next));
    }
  }
}

/** Of two states of a message the one with the higher counts. @param {Message} message */
const revOf = ({ rev = 0 }) => rev;
