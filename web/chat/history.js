import { createChanges } from './changes.js';
import { createFreshCount } from './freshCount.js';
import { MessageRange } from './messageRange.js';
import { createReadQueue } from './readQueue.js';

/** @import { ChatError } from './chatError.js' */
/** @import { Changes, Fresh, Message } from './types.js' */
/** @typedef {{ messages: Message[], more: boolean }} Page */

/** The first page fills a window of 2,800 pixels. If a user could not scroll, no older messages would be read. */
const FIRST_PAGE = 100;
/** A page for reading back or down is small enough to draw in one frame. */
const PAGE = 50;
/** A page for reading missed messages is larger. */
const MISSED_PAGE = 200;
/** If more messages are missing, memory starts over at the newest one; scrolling up reads the skipped ones. */
const FAR_BEHIND = 1000;
/** The next push often closes a hole: wait this long before asking the store. */
const HOLE_MS = 250;
const RETRY_MS = 2000;

/**
 * The part of the conversation in memory, consistent with the store. `after=` fills holes, `before=` reads older
 * messages. Reads of the store run one after the other.
 *
 * @param {object} parts
 * @param {{ messages: (query: Record<string, number>) => Promise<Page> }} parts.api
 * @param {string} parts.myId
 * @param {number} parts.maxInMemory number of messages
 * @param {(messages: Message[]) => void} parts.known  is called with every message that comes, by push or by page
 * @param {() => void} parts.changed
 * @param {Fresh} parts.fresh
 * @param {(error: ChatError) => void} parts.failed  a read of the store failed; it will be tried again
 * @param {(ms: number) => Promise<void>} [parts.pause]
 */
export function createHistory({ api, myId, maxInMemory, known, changed, fresh, failed, pause }) {
  const range = new MessageRange(maxInMemory);
  const freshCount = createFreshCount(myId, fresh);
  const changes = createChanges({ ask, apply });
  const reads = createReadQueue((error) => {
    failed(error);
    fillSoon(RETRY_MS);
  }, pause);
  /** The highest id known to exist. */
  let tail = 0;
  let loaded = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fillTimer;

  /** Asks the store. Rejects after close(), which ends the running step. @param {Record<string, number>} query */
  async function ask(query) {
    const page = await api.messages(query);
    if (reads.closed) throw new Error('closed');
    return page;
  }

  /** @param {Message[]} those  changed messages */
  function apply(those) {
    for (const message of those) range.change(message);
    changed();
  }

  /** @param {Message[]} seen @param {boolean} [readingDown] */
  function tell(seen, readingDown) {
    known(seen);
    freshCount.count(seen);
    range.trim(readingDown);
    changed();
    if (loaded && isHole()) fillSoon(HOLE_MS);
  }

  async function loadNewest() {
    const [revBefore, tailBefore] = [changes.newest, tail];
    const { messages } = await ask({ limit: FIRST_PAGE });
    range.restart(messages, { attached: true, following: true });
    setTail(tailBefore);
    changes.start(messages, revBefore);
    if (!loaded) freshCount.startAfter(range.lastId);
    loaded = true;
    tell(messages);
    await changes.read();
  }

  /**
   * The store decides: a message that was announced before the read and is missing from the store (after a restored
   * backup) does not exist.
   * @param {number} tailBefore
   */
  function setTail(tailBefore) {
    tail = tail === tailBefore ? range.lastId : Math.max(tail, range.lastId);
  }

  /**
   * Reads a page. It may lack a change that came during the read, so the history asks for changes again.
   * @param {Record<string, number>} query
   * @param {(page: Page) => void} take
   */
  async function read(query, take) {
    const revBefore = changes.rev;
    take(await ask(query));
    changes.goBack(revBefore);
    await changes.read();
  }

  /** @param {number} limit @param {boolean} [readingDown] true: the user reads down, so older ones may go */
  function readDown(limit, readingDown) {
    const [from, tailBefore] = [range.lastId, tail];
    return read({ after: from, limit }, ({ messages: page, more }) => {
      // The history dropped messages from the end during the read.
      if (from > range.lastId) return;
      range.append(page);
      if (more) tail = Math.max(tail, range.lastId + 1);
      else {
        range.attached = true;
        setTail(tailBefore);
      }
      tell(page, readingDown);
    });
  }

  const isHole = () => range.attached && tail > range.lastId;

  async function fill() {
    if (!loaded) await loadNewest();
    while (isHole()) await (tail - range.lastId > FAR_BEHIND ? loadNewest() : readDown(MISSED_PAGE));
  }

  /** @param {number} ms */
  function fillSoon(ms) {
    clearTimeout(fillTimer);
    fillTimer = setTimeout(() => reads.run(fill), ms);
  }

  /** Reads all messages after the last one in memory, even if none is known to be missing. */
  async function readMissed() {
    if (loaded && range.attached) await readDown(MISSED_PAGE);
    await fill();
  }

  /**
   * Tells whether the store has fewer messages or changes than are known here: it was restored, or is a new one.
   * @param {number | null} newest the store's newest id @param {number | null} lastRev
   */
  const isOtherStore = (newest, lastRev) =>
    (newest !== null && newest < range.lastId) || (lastRev !== null && lastRev < changes.rev);

  function forgetStore() {
    loaded = false;
    tail = 0;
    freshCount.startAfter(Infinity);
  }

  return {
    get messages() {
      return range.messages;
    },
    get firstId() {
      return range.firstId;
    },
    get lastId() {
      return range.lastId;
    },
    get attached() {
      return range.attached;
    },
    /** Tells whether the store has messages before the first one in memory. */
    get older() {
      return range.firstId > 1;
    },
    get loaded() {
      return loaded;
    },
    /** @param {number} id @returns {Message | undefined} undefined: the message is not in memory */
    find: (id) => range.find(id),
    /** @param {boolean} now whether the user is at the newest message */
    follow(now) {
      range.following = now;
    },
    /** @param {Message[]} pushed in id order; the history reads skipped ids from the store */
    receive(pushed) {
      for (const message of pushed) {
        tail = Math.max(tail, message.id);
        if (loaded && range.attached && message.id === range.lastId + 1) range.append([message]);
        else if (message.rev) apply([message]);
      }
      tell(pushed);
    },
    /** @param {Changes} pushed */
    receiveChanges(pushed) {
      if (changes.receive(pushed) && loaded) reads.run(changes.read);
    },
    /** @param {Message} message the server's answer to an own change */
    change: (message) => apply([message]),
    /**
     * @param {number | null} newest the server's newest id; null: unknown, ask the store
     * @param {number | null} [lastRev] the server's newest revision; null: unknown, ask the store
     */
    join(newest, lastRev = changes.newest) {
      const isOther = loaded && isOtherStore(newest, lastRev);
      if (isOther) forgetStore();
      if (isOther || lastRev !== null) changes.know(lastRev ?? 0);
      tail = Math.max(tail, newest ?? 0);
      return reads.run(async () => {
        await (newest === null ? readMissed() : fill());
        await (lastRev === null ? changes.readAll() : changes.read());
      });
    },
    /** Asks the store for new messages even if none is known to be missing. */
    check: () => reads.run(readMissed),
    readOlder: () =>
      reads.run(async () => {
        const before = range.firstId;
        if (before <= 1) return;
        await read({ before, limit: PAGE }, ({ messages: page }) => {
          if (before !== range.firstId) return;
          range.prepend(page);
          changed();
        });
      }),
    readNewer: () =>
      reads.run(async () => {
        if (!range.attached) await readDown(PAGE, true);
      }),
    /**
     * Loads the messages around one message; one read is enough at any distance.
     * @param {number} id
     * @returns {Promise<boolean>} whether there is such a message
     */
    async open(id) {
      await reads.run(async () => {
        if (!loaded) await loadNewest();
        if (range.find(id)) return;
        await read({ after: Math.max(0, id - PAGE), limit: 2 * PAGE }, ({ messages: page, more }) => {
          if (!page.some((message) => message.id === id)) return;
          range.restart(page, { attached: !more, following: false });
          tail = Math.max(tail, range.lastId + Number(more));
          known(page);
          changed();
        });
      });
      if (isHole()) fillSoon(0);
      return Boolean(range.find(id));
    },
    /** Starts over at the newest message if memory ends before it. */
    jumpToNewest: () =>
      reads.run(async () => {
        if (!range.attached) await loadNewest();
      }),
    close() {
      reads.close();
      clearTimeout(fillTimer);
    },
  };
}
