import { createChanges } from './changes.js';
import { createTurns } from './turns.js';

/** @import { ChatError } from './chatError.js' */
/** @import { Changes, Message } from './types.js' */
/** @typedef {{ messages: Message[], more: boolean }} Page */

/** The first page fills a window of 2,800 pixels. If a user could not scroll, no older messages would be read. */
const FIRST_PAGE = 100;
/** A page when reading back or down, small enough to draw in one frame. */
const PAGE = 50;
/** A page of what was missed. */
const MISSED_PAGE = 200;
/** Further behind than this, the window starts over at the newest message; scrolling up reads the skipped ones. */
const FAR_BEHIND = 1000;
/** The next push often closes a hole: wait this long before asking the store. */
const HOLE_MS = 250;
const RETRY_MS = 2000;

/**
 * The part of the conversation in memory: in id order, without a hole, and consistent with the store. `after=` fills
 * holes, `before=` reads older messages. Reads of the store run one after the other. While `attached`, this part ends
 * at the newest known message. While detached (the user reads far back), pushes are only counted.
 *
 * @param {object} parts
 * @param {{ messages: (query: Record<string, number>) => Promise<Page> }} parts.api
 * @param {string} parts.myId
 * @param {number} parts.maxInMemory messages in the window
 * @param {(messages: Message[]) => void} parts.known  called with every message that comes, by push or by page
 * @param {() => void} parts.changed
 * @param {(count: number, first: number) => void} parts.fresh
 *   new messages of others: their number, and the id of the first
 * @param {(error: ChatError) => void} parts.failed  a read of the store failed; it will be tried again
 * @param {(ms: number) => Promise<void>} [parts.pause]
 */
export function createHistory({ api, myId, maxInMemory, known, changed, fresh, failed, pause }) {
  /** @type {Message[]} */
  let messages = [];
  let attached = true;
  /** The highest id known to exist. */
  let tail = 0;
  let loaded = false;
  let following = true;
  /** The newest id counted as fresh. */
  let counted = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const firstId = () => messages[0]?.id ?? 0;
  const lastId = () => messages.at(-1)?.id ?? 0;
  /** Ids are dense. @param {number} id @returns {Message | undefined} */
  const find = (id) => messages[id - firstId()];
  const isHole = () => attached && tail > lastId();

  const reading = createTurns((error) => {
    failed(error);
    fillSoon(RETRY_MS);
  }, pause);
  const inTurn = reading.run;
  const changes = createChanges({ ask, apply });

  /** @param {number} ms */
  function fillSoon(ms) {
    clearTimeout(timer);
    timer = setTimeout(() => inTurn(fill), ms);
  }

  /** Rejects after close(), which ends the step under way. @param {Record<string, number>} query */
  async function ask(query) {
    const page = await api.messages(query);
    if (reading.closed) throw new Error('closed');
    return page;
  }

  async function loadNewest() {
    const [revBefore, tailBefore] = [changes.newest, tail];
    ({ messages } = await ask({ limit: FIRST_PAGE }));
    attached = following = true;
    setTail(tailBefore);
    changes.start(messages, revBefore);
    if (!loaded) counted = lastId();
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
    tail = tail === tailBefore ? lastId() : Math.max(tail, lastId());
  }

  async function fill() {
    if (!loaded) await loadNewest();
    while (isHole()) await (tail - lastId() > FAR_BEHIND ? loadNewest() : readDown(MISSED_PAGE));
  }

  /** Asks the store even if no message is known to be missing. */
  async function readMissed() {
    if (loaded && attached) await readDown(MISSED_PAGE);
    await fill();
  }

  /** @param {Message[]} those  changed; those outside memory are ignored */
  function apply(those) {
    for (const message of those) {
      const here = find(message.id);
      if (here && (message.rev ?? 0) > (here.rev ?? 0)) messages[message.id - firstId()] = message;
    }
    changed();
  }

  /**
   * Reads a page. A change that came while the page was under way may be missing from it, so it asks for changes again.
   * @param {Record<string, number>} query
   * @param {(page: Page) => void} take
   */
  async function read(query, take) {
    const revBefore = changes.rev;
    take(await ask(query));
    changes.goBack(revBefore);
    await changes.read();
  }

  /** @param {number} limit @param {boolean} [readingDown] the user reads down, so older messages may be dropped */
  function readDown(limit, readingDown) {
    const [from, tailBefore] = [lastId(), tail];
    return read({ after: from, limit }, ({ messages: page, more }) => {
      // Messages were dropped from the end while the page was under way.
      if (from > lastId()) return;
      messages.push(...page.filter(({ id }) => id > lastId()));
      if (more) tail = Math.max(tail, lastId() + 1);
      else {
        attached = true;
        setTail(tailBefore);
      }
      tell(page, readingDown);
    });
  }

  /** @param {Message[]} seen @param {boolean} [readingDown] */
  function tell(seen, readingDown = false) {
    known(seen);
    countFresh(seen);
    // While following, drop many at once: each drop moves the drawn rows.
    if (following) dropOldest(Math.round(maxInMemory * 0.7));
    else if (readingDown) dropOldest(maxInMemory);
    else dropNewest();
    changed();
    if (loaded && isHole()) fillSoon(HOLE_MS);
  }

  /** Ids skipped before the first message count too: a hole, or a long absence. @param {Message[]} seen */
  function countFresh(seen) {
    const news = seen.filter(({ id }) => id > counted);
    if (!loaded || news.length === 0) return;
    const skipped = news[0].id - counted - 1;
    const others = news.filter(({ user, deleted }) => user.id !== myId && !deleted);
    const first = skipped ? counted + 1 : others[0]?.id;
    counted = news[news.length - 1].id;
    if (others.length + skipped) fresh(others.length + skipped, first);
  }

  /** @param {number} keep number of newest messages to keep when there are too many */
  function dropOldest(keep) {
    if (messages.length > maxInMemory) messages = messages.slice(-keep);
  }

  function dropNewest() {
    if (messages.length <= maxInMemory) return;
    messages = messages.slice(0, maxInMemory);
    attached = false;
  }

  /**
   * A store with fewer messages or changes than are known here was restored to an older state, or is a new one.
   * @param {number | null} newest id @param {number | null} lastRev
   */
  const isOtherStore = (newest, lastRev) =>
    (newest !== null && newest < lastId()) || (lastRev !== null && lastRev < changes.rev);

  return {
    get messages() {
      return messages;
    },
    get firstId() {
      return firstId();
    },
    get lastId() {
      return lastId();
    },
    get attached() {
      return attached;
    },
    /** Whether the store has messages before the first one in memory. */
    get older() {
      return firstId() > 1;
    },
    get loaded() {
      return loaded;
    },
    find,
    /** @param {boolean} now whether the user is at the newest message */
    follow(now) {
      following = now;
    },
    /** @param {Message[]} pushed in id order; skipped ids are read from the store */
    receive(pushed) {
      for (const message of pushed) {
        tail = Math.max(tail, message.id);
        if (loaded && attached && message.id === lastId() + 1) messages.push(message);
        else if (message.rev) apply([message]);
      }
      tell(pushed);
    },
    /** @param {Changes} pushed */
    receiveChanges(pushed) {
      if (changes.receive(pushed) && loaded) inTurn(changes.read);
    },
    /** @param {Message} message the server's answer to an own change */
    change: (message) => apply([message]),
    /**
     * @param {number | null} newest the server's newest id; null: unknown, ask the store
     * @param {number | null} [lastRev] the server's newest revision; null: unknown, ask the store
     */
    join(newest, lastRev = changes.newest) {
      const isOther = loaded && isOtherStore(newest, lastRev);
      if (isOther) [loaded, tail] = [false, 0];
      if (isOther || lastRev !== null) changes.know(lastRev ?? 0);
      tail = Math.max(tail, newest ?? 0);
      return inTurn(async () => {
        await (newest === null ? readMissed() : fill());
        await (lastRev === null ? changes.readAll() : changes.read());
      });
    },
    /** Asks the store for new messages even if none is known to be missing. */
    check: () => inTurn(readMissed),
    readOlder: () =>
      inTurn(async () => {
        const before = firstId();
        if (before <= 1) return;
        await read({ before, limit: PAGE }, ({ messages: page }) => {
          if (before !== firstId()) return;
          messages = [...page, ...messages];
          if (!following) dropNewest();
          changed();
        });
      }),
    readNewer: () =>
      inTurn(async () => {
        if (!attached) await readDown(PAGE, true);
      }),
    /**
     * Loads the messages around one message, by one read at any distance.
     * @param {number} id
     * @returns {Promise<boolean>} whether there is such a message
     */
    async open(id) {
      await inTurn(async () => {
        if (!loaded) await loadNewest();
        if (find(id)) return;
        await read({ after: Math.max(0, id - PAGE), limit: 2 * PAGE }, ({ messages: page, more }) => {
          if (!page.some((message) => message.id === id)) return;
          messages = page;
          attached = !more;
          tail = Math.max(tail, lastId() + Number(more));
          following = false;
          known(page);
          changed();
        });
      });
      if (isHole()) fillSoon(0);
      return Boolean(find(id));
    },
    /** Starts over at the newest message, if memory ends before it. */
    jumpToNewest: () =>
      inTurn(async () => {
        if (!attached) await loadNewest();
      }),
    close() {
      reading.close();
      clearTimeout(timer);
    },
  };
}
