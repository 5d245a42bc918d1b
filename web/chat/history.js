import { pauseAfter } from './chatError.js';

/** @typedef {import('./types.js').Message} Message */

/** The first page fills a tall window. */
const FIRST_PAGE = 100;
/** A page when reading back or down, small enough to draw in one frame. */
const PAGE = 50;
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
 * @param {Pick<import('./api.js').Api, 'newest' | 'after' | 'before' | 'changedAfter'>} parts.api
 * @param {string} parts.myId
 * @param {number} parts.maxInMemory messages in the window
 * @param {(messages: Message[]) => void} parts.known  called with every message that comes, by push or by page
 * @param {() => void} parts.changed
 * @param {(count: number, first: number, messages: Message[]) => void} parts.fresh
 *   new messages of others: their number, the id of the first, and those that are in memory
 * @param {(error: unknown) => void} parts.failed  a read of the store failed; it will be tried again
 * @param {(ms: number) => Promise<void>} [parts.pause]
 */
export function createHistory({ api, myId, maxInMemory, known, changed, fresh, failed, pause = wait }) {
  /** @type {Message[]} */
  let messages = [];
  let attached = true;
  /** Whether the store has messages below the first one in memory. */
  let older = false;
  /** The highest id known to exist. */
  let tail = 0;
  let loaded = false;
  let closed = false;
  let following = true;
  /** The newest id counted as fresh. */
  let counted = 0;
  /** The messages in memory include all changes up to this revision. */
  let rev = 0;
  /** The newest revision known to exist. */
  let newestRev = 0;
  let reading = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const firstId = () => messages[0]?.id ?? 0;
  const lastId = () => messages.at(-1)?.id ?? 0;
  /** Ids are dense. @param {number} id @returns {Message | undefined} */
  const find = (id) => messages[id - firstId()];
  const isHole = () => attached && tail > lastId();

  /**
   * Runs steps one after the other. A step refused for its rate waits as long as the server says, and runs again.
   * @param {() => Promise<void>} step
   * @returns {Promise<void>} settled when the step is done; never rejects
   */
  function inTurn(step) {
    reading = reading.then(async () => {
      while (!closed) {
        try {
          return await step();
        } catch (error) {
          if (closed) return;
          const refusal = /** @type {import('./chatError.js').ChatError} */ (error);
          if (refusal.code !== 'too_many_pages') {
            failed(error);
            return fillSoon(RETRY_MS);
          }
          await pause(pauseAfter(refusal));
        }
      }
    });
    return reading;
  }

  /** @param {number} ms */
  function fillSoon(ms) {
    clearTimeout(timer);
    timer = setTimeout(() => inTurn(fill), ms);
  }

  async function loadNewest() {
    const [changesBefore, tailBefore] = [newestRev, tail];
    const page = await api.newest(FIRST_PAGE);
    if (closed) return;
    messages = page.messages;
    older = page.more;
    attached = true;
    believe(tailBefore);
    // A page shows the store at one moment: if it has a change, it has all earlier changes.
    rev = Math.max(changesBefore, ...messages.map((message) => message.rev ?? 0));
    newestRev = Math.max(newestRev, rev);
    if (!loaded) counted = lastId();
    loaded = true;
    following = true;
    tell(page.messages);
    await readChanges();
  }

  /**
   * The store decides: a message that was announced before the read and is missing from the store (after a restored
   * backup) does not exist.
   * @param {number} tailBefore
   */
  function believe(tailBefore) {
    tail = tail === tailBefore ? lastId() : Math.max(tail, lastId());
  }

  async function fill() {
    if (!loaded) await loadNewest();
    while (!closed && isHole()) {
      if (tail - lastId() > FAR_BEHIND) await loadNewest();
      else await askAfter(200);
    }
  }

  /** Applies changes up to the newest known revision. */
  async function readChanges() {
    while (!closed && loaded && rev < newestRev) {
      const upTo = newestRev;
      if (!(await askChanges())) rev = Math.max(rev, upTo);
    }
  }

  /** @returns {Promise<boolean>} whether there are more */
  async function askChanges() {
    const { messages, more } = await api.changedAfter(rev, 200);
    if (closed) return false;
    rev = Math.max(rev, messages.at(-1)?.rev ?? 0);
    newestRev = Math.max(newestRev, rev);
    apply(messages);
    changed();
    return more;
  }

  /** Applies changed messages. @param {Message[]} changes those of messages outside memory are ignored */
  function apply(changes) {
    for (const message of changes) {
      const here = find(message.id);
      if (here && (message.rev ?? 0) > (here.rev ?? 0)) messages[message.id - firstId()] = message;
    }
  }

  /**
   * Reads a page. A change that came while the page was under way may be missing from it, so it asks for changes again.
   * @param {() => Promise<{ messages: Message[], more: boolean }>} ask
   * @param {(page: Message[], more: boolean) => void} take
   */
  async function read(ask, take) {
    const revBefore = rev;
    const page = await ask();
    if (closed) return;
    take(page.messages, page.more);
    rev = Math.min(rev, revBefore);
    await readChanges();
  }

  /** @param {number} limit @param {boolean} [readingDown] */
  function askAfter(limit, readingDown) {
    const [from, tailBefore] = [lastId(), tail];
    return read(
      () => api.after(from, limit),
      (page, more) => {
        // Messages were dropped from the end while the page was under way.
        if (from > lastId()) return;
        messages.push(...page.filter(({ id }) => id > lastId()));
        if (more) tail = Math.max(tail, lastId() + 1);
        else {
          attached = true;
          believe(tailBefore);
        }
        tell(page, readingDown);
      },
    );
  }

  /**
   * @param {Message[]} seen
   * @param {boolean} [readingDown] the user reads downwards, so messages above them may be dropped
   */
  function tell(seen, readingDown = false) {
    known(seen);
    if (loaded) {
      const news = seen.filter((message) => message.id > counted);
      // After a jump over a long absence, the ids give the number of skipped messages.
      const skipped = news.length && news.length === seen.length ? news[0].id - counted - 1 : 0;
      const others = news.filter((message) => message.user.id !== myId && !message.deleted);
      const first = skipped ? counted + 1 : others[0]?.id;
      counted = Math.max(counted, lastId(), ...news.map((message) => message.id));
      if (others.length + skipped) fresh(others.length + skipped, first, others);
    }
    // While following, drop many at once: each drop moves the drawn rows.
    if (following) dropOldest(Math.round(maxInMemory * 0.7));
    else if (readingDown) dropOldest(maxInMemory);
    else dropNewest();
    changed();
  }

  /** @param {number} keep number of newest messages to keep when there are too many */
  function dropOldest(keep) {
    if (messages.length <= maxInMemory) return;
    messages = messages.slice(-keep);
    older = true;
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
  function isOfAnotherStore(newest, lastRev) {
    return loaded && ((newest !== null && newest < lastId()) || (lastRev !== null && lastRev < rev));
  }

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
    get older() {
      return older;
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
      if (loaded && isHole()) fillSoon(HOLE_MS);
    },
    /** @param {import('./types.js').Changes} changes pushed */
    receiveChanges({ after, messages: changes }) {
      const last = changes.at(-1)?.rev ?? 0;
      apply(changes);
      changed();
      newestRev = Math.max(newestRev, last);
      if (after <= rev) rev = Math.max(rev, last);
      if (rev < newestRev) inTurn(readChanges);
    },
    /** @param {Message} message the server's answer to an own change */
    change(message) {
      apply([message]);
      changed();
    },
    /**
     * @param {number | null} newest the server's newest id; null: unknown, ask the store
     * @param {number | null} [lastRev] the server's newest revision; null: unknown, ask the store
     */
    join(newest, lastRev = newestRev) {
      if (isOfAnotherStore(newest, lastRev)) {
        [rev, newestRev, tail] = [0, lastRev ?? 0, newest ?? 0];
        return inTurn(() => loadNewest().then(fill));
      }
      if (lastRev !== null) newestRev = lastRev;
      tail = Math.max(tail, newest ?? 0);
      return inTurn(async () => {
        await (loaded && newest === null ? askAfter(200) : fill());
        if (lastRev === null) while (!closed && (await askChanges()));
        await readChanges();
      });
    },
    /** Asks the store for new messages even if none is known to be missing. */
    check: () => inTurn(async () => (loaded && attached ? askAfter(200).then(fill) : undefined)),
    readOlder: () =>
      inTurn(async () => {
        const before = firstId();
        if (!loaded || !older) return;
        await read(
          () => api.before(before, PAGE),
          (page, more) => {
            if (before !== firstId()) return;
            messages = [...page, ...messages];
            older = more;
            if (!following) dropNewest();
            changed();
          },
        );
      }),
    readNewer: () =>
      inTurn(async () => {
        if (!attached && loaded) await askAfter(PAGE, true);
      }),
    /**
     * Loads the messages around one message, by one read at any distance.
     * @param {number} id
     * @returns {Promise<boolean>} whether there is such a message
     */
    async open(id) {
      await inTurn(async () => {
        if (!loaded) await loadNewest();
        if (closed || find(id)) return;
        await read(
          () => api.after(Math.max(0, id - PAGE), 2 * PAGE),
          (page, more) => {
            if (!page.some((message) => message.id === id)) return;
            messages = page;
            attached = !more;
            older = firstId() > 1;
            tail = Math.max(tail, lastId() + Number(more));
            following = false;
            known(page);
            changed();
          },
        );
      });
      if (isHole()) fillSoon(0);
      return Boolean(find(id));
    },
    /** Starts over at the newest message, if memory ends before it. */
    jumpToNewest: () => inTurn(async () => (attached ? undefined : loadNewest().then(fill))),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
