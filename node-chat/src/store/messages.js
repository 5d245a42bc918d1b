import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { NotWritten } from '../NotWritten.js';
import { DuplicateKey } from './backend.js';
import { attempt, PROMPT_MS } from './mongo/attempt.js';
import { partitionPoint } from './partitionPoint.js';
import { SearchedMessages } from './searchedMessages.js';
import { WordBlocks } from './wordBlocks.js';

/**
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/messageStore.js').MessageStore} MessageStore
 * @typedef {import('../chat/messageStore.js').NewMessage} NewMessage
 * @typedef {import('../chat/messageStore.js').Sent} Sent
 * @typedef {import('../chat/messageStore.js').Page} Page
 */

// How many messages beyond the bound gather before the oldest are dropped: moving the array for each would cost more.
const TRIM_BY = 1000;
// How many messages a search asks the database for at once.
const SEARCH_STEP = 500;

/** @param {string} userId @param {string} clientId */
const keyOf = (userId, clientId) => `${userId}:${clientId}`;
/** @param {NewMessage | Message} one */
const keyFor = (one) => keyOf(one.user.id, one.clientId);

/**
 * The messages in their order: gives dense ids, stores each (user, clientId) once, and keeps the newest in memory so
 * that readers seldom ask the database. One process writes; the unique index on id is the fence against a second one.
 * A store that was damaged may have holes: ids go on above the highest, and readers are given what there is.
 * @implements {MessageStore}
 */
export class Messages {
  #backend;
  #keep;
  /** @type {Message[]} the newest messages, the last has the id #lastId */
  #recent = [];
  /** @type {Map<string, Message>} the same by (user, clientId) */
  #byKey = new Map();
  #lastId = 0;
  #lastTold = 0;
  /** @type {{ at: number, error: unknown } | null} the newest insert failed, then (ms) and so */
  #failure = null;
  #blocks = new WordBlocks();
  /** @type {Message[]} an insert that failed without saying what of it was stored: settled before the next one */
  #doubt = [];
  #isAppending = false;
  /** @type {Promise<void> | null} while memory is filled; never rejects */
  #filling = null;

  /** @param {import('./backend.js').BackendMessages} backend @param {number} keep messages held in memory */
  constructor(backend, keep) {
    this.#backend = backend;
    this.#keep = keep;
  }

  /** @param {import('./backend.js').StoreTail | null} [tail] where it is known, nothing is read: see fill */
  async load(tail) {
    this.#remember(tail ? tail.messages : await this.#backend.newest(this.#keep));
    this.#lastTold = this.#lastId;
  }

  /**
   * Reads what memory holds beyond the tail that it was loaded with.
   * @param {(message: Message) => Message} newestOf its state now, which may have changed since it was read
   */
  async fill(newestOf) {
    const filling = this.#fill(newestOf);
    this.#filling = filling.catch(() => {});
    try {
      await filling;
    } finally {
      this.#filling = null;
    }
  }

  /** @param {(message: Message) => Message} newestOf */
  async #fill(newestOf) {
    const found = await this.#backend.newest(this.#keep);
    const first = this.#recent[0]?.id ?? 1;
    if ((found.at(-1)?.id ?? 0) < first - 1) return; // so many came meanwhile that a gap would remain
    const older = found.filter(({ id }) => id < first).map(newestOf);
    this.#recent.unshift(...older);
    for (const message of older) this.#byKey.set(keyFor(message), message);
  }

  /**
   * The newest messages. Null while messages are stored or an insert is in doubt. Null also after an insert that
   * failed: it may still be stored, until a later one takes its ids.
   * @param {number} count
   */
  tail(count) {
    const isUncertain = this.#isAppending || this.#doubt.length > 0 || this.#failure !== null;
    return isUncertain ? null : this.#recent.slice(-count);
  }

  /** The highest id that is stored, 0 while there is none. */
  get lastId() {
    return this.#lastId;
  }

  /**
   * A database may answer and store nothing: its disk is full, say. So what an insert met counts for some seconds.
   * @throws {NotWritten} where the newest insert failed, not long ago
   */
  checkWriting() {
    if (this.#failure === null || performance.now() - this.#failure.at > contract.limits.failedInsertShownMs) return;
    throw new NotWritten('the last insert failed', { cause: this.#failure.error });
  }

  /**
   * The message already stored under a user's clientId, where memory has it.
   * @param {string} userId
   * @param {string} clientId
   */
  known(userId, clientId) {
    return this.#byKey.get(keyOf(userId, clientId));
  }

  /**
   * The message stored under a user's clientId, however old.
   * @param {string} userId
   * @param {string} clientId
   * @returns {Promise<Message | null>}
   * @throws {ChatError} store_unavailable
   */
  async find(userId, clientId) {
    return this.known(userId, clientId) ?? (await this.#backend.find([{ userId, clientId }]))[0] ?? null;
  }

  /**
   * The message with an id, null where there is none.
   * @param {number} id
   * @returns {Promise<Message | null>}
   * @throws {ChatError} store_unavailable
   */
  async at(id) {
    return id >= 1 && id <= this.#lastId ? ((await this.#range(id, id))[0] ?? null) : null;
  }

  /** Messages have a new state, which the store has already. @param {Message[]} messages */
  replace(messages) {
    for (const message of messages) {
      const index = this.#indexOf(message.id);
      this.#blocks.forget(message.id);
      if (this.#recent[index]?.id !== message.id) continue;
      this.#recent[index] = message;
      this.#byKey.set(keyFor(message), message);
    }
  }

  /**
   * Stores drafts by one insert. Must not be called again before it is done.
   * @param {NewMessage[]} drafts
   * @returns {Promise<{ answers: Sent[], stored: Message[] }>} an answer for each draft; stored: all that is new in the
   *   store since the last call that succeeded, in id order
   * @throws {ChatError} store_unavailable; what became of the drafts is then found out by the next call
   */
  async append(drafts) {
    this.#isAppending = true;
    try {
      return await this.#append(drafts);
    } finally {
      this.#isAppending = false;
    }
  }

  /** @param {NewMessage[]} drafts */
  async #append(drafts) {
    await this.#settleDoubt();
    /** @type {Map<string, number>} the ids that this call gave, by key */
    const given = new Map();
    /** @type {Map<string, Message>} messages too old for memory that some drafts repeat */
    const older = new Map();

    for (;;) {
      const fresh = this.#toStore(drafts, older);
      if (fresh.length === 0) break;
      for (const message of fresh) given.set(keyFor(message), message.id);
      try {
        await this.#backend.insert(fresh);
        this.#failure = null;
        this.#remember(fresh);
      } catch (error) {
        this.#doubt = fresh;
        if (!(error instanceof DuplicateKey)) {
          this.#failure = { at: performance.now(), error };
          throw error;
        }
        await this.#learnFromDuplicate(fresh, older);
      }
    }

    const stored = this.#slice(this.#lastTold + 1, this.#lastId);
    this.#lastTold = this.#lastId;
    return { answers: drafts.map((draft) => this.#answer(draft, given, older)), stored };
  }

  /** @param {number} id @param {number} limit @returns {Promise<Page>} the oldest messages with an id above this one */
  async after(id, limit) {
    return this.#upwards(id + 1, limit);
  }

  /** @param {number} id @param {number} limit @returns {Promise<Page>} the newest messages with an id below this one */
  async before(id, limit) {
    return this.#downwards(id - 1, limit);
  }

  /** @param {number} limit @returns {Promise<Page>} the newest messages */
  async newest(limit) {
    return this.#downwards(this.#lastId, limit);
  }

  /**
   * The newest messages that have all the words, among as many as one search reads.
   * @param {import('../chat/messageStore.js').Search} search
   */
  async search({ before = Infinity, ...search }) {
    const last = Math.min(before - 1, this.#lastId);
    const searched = new SearchedMessages(search, last);
    for (let to = last; to > 0 && !searched.ends;) {
      const first = this.#blocks.firstOf(to);
      if (this.#blocks.lacks(first, search.begins)) await searched.passOver(first);
      else await this.#readBlock(searched, first, to);
      to = first - 1;
    }
    return searched.found();
  }

  /**
   * @param {SearchedMessages} searched
   * @param {number} first of the block
   * @param {number} last of those that are read
   */
  async #readBlock(searched, first, last) {
    const reading = this.#blocks.reading(last);
    for (let to = last; to >= first; to -= SEARCH_STEP) {
      const from = Math.max(first, to - SEARCH_STEP + 1);
      if (searched.ends || !(await searched.read(from, await this.#range(from, to), reading?.add))) return;
    }
    reading?.end();
  }

  /** @param {number} from @param {number} limit */
  async #upwards(from, limit) {
    const last = this.#lastId;
    const found = [];
    // Without a hole one reading is enough; over a hole each reaches twice as far.
    for (let reach = limit; found.length < limit && from <= last; reach *= 2) {
      found.push(...(await this.#range(from, Math.min(from + reach - 1, last))));
      from += reach;
    }
    const messages = found.slice(0, limit);
    return { messages, more: messages.length > 0 && messages[messages.length - 1].id < last };
  }

  /** @param {number} to @param {number} limit */
  async #downwards(to, limit) {
    to = Math.min(to, this.#lastId);
    /** @type {Message[]} */
    let found = [];
    for (let reach = limit; found.length < limit && to > 0; reach *= 2) {
      found = [...(await this.#range(Math.max(1, to - reach + 1), to)), ...found];
      to -= reach;
    }
    const messages = found.slice(-limit);
    return { messages, more: messages.length > 0 && messages[0].id > 1 };
  }

  /** @param {NewMessage[]} drafts @param {Map<string, Message>} older */
  #toStore(drafts, older) {
    /** @type {Map<string, Message>} */
    const fresh = new Map();
    for (const draft of drafts) {
      const key = keyFor(draft);
      if (this.#byKey.has(key) || older.has(key) || fresh.has(key)) continue;
      const { user, text, at, clientId } = draft;
      fresh.set(key, { id: this.#lastId + fresh.size + 1, user, text, at, clientId });
    }
    return [...fresh.values()];
  }

  /**
   * @param {NewMessage} draft
   * @param {Map<string, number>} given
   * @param {Map<string, Message>} older
   * @returns {Sent}
   */
  #answer(draft, given, older) {
    const key = keyFor(draft);
    const message = /** @type {Message} */ (this.#byKey.get(key) ?? older.get(key));
    const repeated = given.get(key) !== message.id;
    given.delete(key); // a second draft with this clientId in the same batch repeats the first
    return { message, repeated };
  }

  /**
   * An insert stopped at a key that is taken: a clientId by a message too old for memory, or an id by an insert that
   * was given up and reached the database all the same.
   * @param {Message[]} fresh
   * @param {Map<string, Message>} older takes what the clientIds were found under
   */
  async #learnFromDuplicate(fresh, older) {
    const rest = fresh.slice(await this.#settleDoubt());
    let found = await this.#find(rest.slice(0, 1)); // an insert goes on to the first key that is taken, mostly
    const last = this.#lastId;
    // One above the last id is not old: it came by the late insert, and whoever asks for a page must get it from now
    // on.
    if (found.length === 0 || found[0].id > last) {
      this.#remember(await this.#backend.range(last + 1, Number.MAX_SAFE_INTEGER));
      if (this.#lastId > last) return;
      found = await this.#find(rest);
      // Without this a key that nothing explains would be tried for ever.
      if (found.length === 0) throw new ChatError('store_unavailable');
    }
    for (const message of found) older.set(keyFor(message), message);
  }

  /**
   * Finds out what became of the insert in doubt. An insert stores in order and stops where it fails, so a few
   * questions by key tell how far it came.
   * @returns {Promise<number>} how many of its messages are stored
   */
  async #settleDoubt() {
    const doubt = this.#doubt;
    const isStored = async (/** @type {number} */ i) => (await this.#find([doubt[i]]))[0]?.id === doubt[i].id;
    let stored = 0;
    let end = doubt.length;
    for (let probe = 0; stored < end; probe = (stored + end) >> 1) {
      if (await isStored(probe)) stored = probe + 1;
      else end = probe;
    }
    this.#remember(doubt.slice(0, stored));
    this.#doubt = [];
    return stored;
  }

  /** @param {Message[]} messages */
  #find(messages) {
    return this.#backend.find(messages.map(({ user, clientId }) => ({ userId: user.id, clientId })));
  }

  /** @param {Message[]} messages */
  #remember(messages) {
    for (const message of messages) {
      this.#recent.push(message);
      this.#byKey.set(keyFor(message), message);
    }
    this.#lastId = this.#recent.at(-1)?.id ?? 0;
    if (this.#recent.length < this.#keep + TRIM_BY) return;
    for (const message of this.#recent.splice(0, this.#recent.length - this.#keep)) this.#byKey.delete(keyFor(message));
  }

  /** @param {number} from @param {number} to */
  async #range(from, to) {
    if (from > to) return [];
    const filling = this.#filling;
    if (filling && from < this.#recent[0].id && from > this.#lastId - this.#keep)
      await attempt(PROMPT_MS, () => filling);
    const remembered = this.#recent[0].id;
    if (from >= remembered) return this.#slice(from, to);
    // Taken before the database is asked: what memory holds now it may have dropped by the time of the answer.
    const recent = this.#slice(remembered, to);
    return [...(await this.#backend.range(from, Math.min(to, remembered - 1))), ...recent];
  }

  /** @param {number} from @param {number} to both included, as far as they are in memory */
  #slice(from, to) {
    return this.#recent.slice(this.#indexOf(from), this.#indexOf(to + 1));
  }

  /** The index in memory of the first message with that id or a higher one. @param {number} id */
  #indexOf(id) {
    return partitionPoint(this.#recent, (one) => one.id < id);
  }
}
