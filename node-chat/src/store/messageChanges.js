import { ChatError } from '../ChatError.js';
import { RecentChanges } from './recentChanges.js';
import { DuplicateKey, OutOfDate } from './backendErrors.js';

/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/changeStore.js').ChangeStore} ChangeStore
 * @typedef {import('../chat/changeStore.js').Change} Change
 */

// A change that an earlier one overtook is decided anew; more often than this something else is wrong.
const TRIES = 3;

/**
 * Edited and deleted messages: gives dense revisions in the order of the commits, and keeps the newest changes in
 * memory. A change is one update of one document. The unique index on rev is the fence against a second process; the
 * state that a change was decided upon is the fence against an update that was given up and comes late.
 * @implements {ChangeStore}
 */
export class MessageChanges {
  #backend;
  #messages;
  #newest;
  #lastTold = 0;
  /** Whether an update failed without saying what of it was stored: to be found out before the next one. */
  #inDoubt = false;
  /** Whether an update that was given up may still be stored. A later one takes its revision, and so prevents it. */
  #mayComeLate = false;

  /**
   * @param {import('./backend.js').BackendMessages} backend
   * @param {import('./messages.js').Messages} messages told the new states
   * @param {number} keep changes held in memory
   */
  constructor(backend, messages, keep) {
    this.#backend = backend;
    this.#messages = messages;
    this.#newest = new RecentChanges(keep);
    this.keep = keep;
  }

  /** @param {import('./backend.js').StoreTail | null} [tail] where it is known, nothing is read: see fill */
  async load(tail) {
    if (tail) this.#newest.beginAt(tail.rev);
    else this.#newest.load(await this.#backend.newestChanges(this.keep));
    this.#lastTold = this.rev;
  }

  /** Reads what memory holds beyond the tail that it was loaded with. */
  async fill() {
    await this.#messages.fill((message) => this.#newest.find(message.id) ?? message);
    this.#newest.fill(await this.#backend.newestChanges(this.keep));
  }

  /**
   * Where the store ends; null while that is not certain.
   * @param {number} count of its newest messages
   * @returns {import('./backend.js').StoreTail | null}
   */
  tail(count) {
    const messages = this.#messages.tail(count);
    return messages && !this.#inDoubt && !this.#mayComeLate ? { messages, rev: this.rev } : null;
  }

  /** The newest revision, 0 while nothing was changed. */
  get rev() {
    return this.#newest.rev;
  }

  /** @param {number} id @returns {Promise<Message | null>} changed or not */
  find(id) {
    return this.#messages.at(id);
  }

  /** See ChangeStore. @param {Change[]} changes */
  async apply(changes) {
    for (let tries = 1; ; tries++) {
      await this.#settleDoubt();
      const { answers, steps } = this.#decide(changes);
      try {
        if (steps.length > 0) {
          this.#inDoubt = true;
          await this.#backend.change(steps);
          this.#inDoubt = this.#mayComeLate = false;
          this.#remember(steps.map(({ to }) => to));
        }
        const stored = this.#newest.after(this.#lastTold, Infinity);
        this.#lastTold = this.rev;
        return { answers, stored };
      } catch (error) {
        if (!(error instanceof DuplicateKey || error instanceof OutOfDate)) {
          this.#mayComeLate = true;
          throw error;
        }
        if (tries === TRIES) throw new ChatError('store_unavailable', { cause: error });
      }
    }
  }

  /** See ChangeStore. @param {number} rev @param {number} limit */
  async after(rev, limit) {
    const found = this.#newest.reachesTo(rev)
      ? this.#newest.after(rev, limit + 1)
      : await this.#backend.changesAfter(rev, limit + 1, this.rev);
    return { messages: found.slice(0, limit), more: found.length > limit };
  }

  /** @param {Change[]} changes */
  #decide(changes) {
    /** @type {Map<number, Message>} */
    const now = new Map();
    /** @type {import('./backend.js').Step[]} */
    const steps = [];
    const answers = changes.map(({ message, text }) => {
      const from = now.get(message.id) ?? this.#newest.find(message.id) ?? message;
      if (from.deleted || from.text === text) return from;
      const to = changed(from, text, this.rev + steps.length + 1);
      steps.push({ from, to });
      now.set(to.id, to);
      return to;
    });
    return { answers, steps };
  }

  async #settleDoubt() {
    if (!this.#inDoubt) return;
    this.#remember(await this.#backend.changesAfter(this.rev, Number.MAX_SAFE_INTEGER));
    this.#inDoubt = false;
  }

  /** @param {Message[]} messages */
  #remember(messages) {
    this.#newest.remember(messages);
    this.#messages.replace(messages);
  }
}

/** @param {Message} message @param {string | null} text @param {number} rev @returns {Message} */
function changed({ id, user, at, clientId }, text, rev) {
  return text === null ? { id, user, at, clientId, deleted: true, rev } : { id, user, text, at, clientId, rev };
}
