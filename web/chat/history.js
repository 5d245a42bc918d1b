import { pauseAfter } from './chatError.js';

/** @typedef {import('./types.js').Message} Message */

/** The first page fills a tall window. */
const FIRST_PAGE = 100;
/** A page when reading back or down, small enough to draw in one frame. */
const PAGE = 50;
/** Further behind than this, the window starts over at the newest; what lies between is read by scrolling up. */
const FAR_BEHIND = 1000;
/** A hole is often closed by the next push: wait that long before asking the store. */
const HOLE_MS = 250;
const RETRY_MS = 2000;

/**
 * The stretch of the conversation that is in memory, in id order and without a hole, kept true to the store: `after=`
 * fills holes, `before=` reads what is older. Readings of the store run one after the other. While `attached`, the
 * stretch ends at the newest message known. Detached (someone reads far back), pushes are only counted.
 *
 * @param {object} parts
 * @param {Pick<import('./api.js').Api, 'newest' | 'after' | 'before' | 'changedAfter'>} parts.api
 * @param {string} parts.myId
 * @param {number} parts.maxInMemory messages in the window
 * @param {(messages: Message[]) => void} parts.known  every message seen here, by push or by page
 * @param {() => void} parts.changed
 * @param {(count: number, first: number, messages: Message[]) => void} parts.fresh
 *   so many messages of others are new, pushed or read; the id of the first; those of them that are here
 * @param {(error: unknown) => void} parts.failed  the store could not be read; it will be tried again
 * @param {(ms: number) => Promise<void>} [parts.pause]
 */
export function createHistory({ api, myId, maxInMemory, known, changed, fresh, failed, pause = wait }) {
  /** @type {Message[]} */
  let messages = [];
  let attached = true;
  /** Whether the store has older messages than the first one here. */
  let older = false;
  /** The highest id known to exist. */
  let tail = 0;
  let loaded = false;
  let closed = false;
  let following = true;
  /** The newest id counted as fresh. */
  let counted = 0;
  /** All changes up to this revision are here, of the messages that are. */
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
   * A step that reads too fast waits as long as the server says, and is taken again.
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
    // A page is of one moment: whoever shows a change shows all before it.
    rev = Math.max(changesBefore, ...messages.map((message) => message.rev ?? 0));
    newestRev = Math.max(newestRev, rev);
    if (!loaded) counted = lastId();
    loaded = true;
    following = true;
    tell(page.messages);
    await readChanges();
  }

  /**
   * The store is the truth: what was announced before it was asked and is not there (a store put back from a backup)
   * does not exist.
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

  /** Brings what is here up to the newest change known. */
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

  /** Takes messages as they were changed. @param {Message[]} changes those that are not here are left out */
  function apply(changes) {
    for (const message of changes) {
      const here = find(message.id);
      if (here && (message.rev ?? 0) > (here.rev ?? 0)) messages[message.id - firstId()] = message;
    }
  }

  /**
   * A change that came while a page was under way may be missing from the page: it is asked for again.
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
        // The stretch was cut meanwhile.
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
   * @param {boolean} [readingDown] the reader is on the way down: what is above them may go
   */
  function tell(seen, readingDown = false) {
    known(seen);
    if (loaded) {
      const news = seen.filter((message) => message.id > counted);
      // After a jump over a long absence only the ids say how many came between.
      const skipped = news.length && news.length === seen.length ? news[0].id - counted - 1 : 0;
      const others = news.filter((message) => message.user.id !== myId && !message.deleted);
      const first = skipped ? counted + 1 : others[0]?.id;
      counted = Math.max(counted, lastId(), ...news.map((message) => message.id));
      if (others.length + skipped) fresh(others.length + skipped, first, others);
    }
    // While following in one go, not one by one: each trim moves what is drawn.
    if (following) dropOldest(Math.round(maxInMemory * 0.7));
    else if (readingDown) dropOldest(maxInMemory);
    else dropNewest();
    changed();
  }

  /** @param {number} keep how many of the newest stay, once there are too many */
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
   * A store that has fewer messages or changes than are known here was put back to an older state, or is a new one.
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
    /** @param {boolean} now whether the reader is at the newest message */
    follow(now) {
      following = now;
    },
    /** @param {Message[]} pushed in id order; a skipped id is read from the store */
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
    /** @param {Message} message a change of one's own, as the server answered it */
    change(message) {
      apply([message]);
      changed();
    },
    /**
     * @param {number | null} newest id the server has; null: unknown, ask
     * @param {number | null} [lastRev] the newest revision it has; null: unknown, ask
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
    /** Asks the store even where nothing is known to be missing. */
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
     * Brings the stretch around a message into memory, by one reading wherever it is.
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
    /** Where the stretch ends before the newest message, starts over at it. */
    jumpToNewest: () => inTurn(async () => (attached ? undefined : loadNewest().then(fill))),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
