import { pauseAfter } from './chatError.js';
import { MessageWindow } from './messageWindow.js';

/** @typedef {import('./types.js').Message} Message */

/** The first page fills a tall window. */
const FIRST_PAGE = 100;
/** A page when reading back or down, small enough to draw in one frame. */
const PAGE = 50;
/** Further behind than this, the window starts over at the newest; what lies between is read by scrolling up. */
const FAR_BEHIND = 1000;
/** So many changes behind, what is here is read again: most of them were of messages that are not. */
const CHANGES_BEHIND = 400;
/** A hole is often closed by the next push: wait that long before asking the store. */
const HOLE_MS = 250;
const RETRY_MS = 2000;

/**
 * The conversation as far as it is in memory, kept true to the store: `after=` fills holes, `before=` reads what is
 * older. Readings of the store run one after the other, so that no answer meets a window it was not asked for.
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
  const window = new MessageWindow();
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
    window.awaitReset();
    const before = newestRev;
    const { messages, more } = await api.newest(FIRST_PAGE);
    if (closed) return;
    window.reset(messages, more);
    // A page is of one moment: whoever shows a change shows all before it.
    rev = Math.max(before, ...messages.map((message) => message.rev ?? 0));
    newestRev = Math.max(newestRev, rev);
    if (!loaded) counted = window.lastId;
    loaded = true;
    following = true;
    tell(messages);
  }

  async function fill() {
    if (!loaded) await loadNewest();
    while (!closed && window.hole) {
      if (window.tail - window.lastId > FAR_BEHIND) await loadNewest();
      else await askAfter(200);
    }
  }

  /** Brings what is here up to the newest change known. */
  async function readChanges() {
    while (!closed && loaded && rev < newestRev) {
      const upTo = newestRev;
      if (upTo - rev > CHANGES_BEHIND) {
        await readAgain();
        rev = Math.max(rev, upTo);
      } else if (!(await askChanges())) {
        rev = Math.max(rev, upTo);
      }
    }
  }

  /** @returns {Promise<boolean>} whether there are more */
  async function askChanges() {
    const { messages, more } = await api.changedAfter(rev, 200);
    if (closed) return false;
    rev = Math.max(rev, messages.at(-1)?.rev ?? 0);
    newestRev = Math.max(newestRev, rev);
    window.change(messages);
    changed();
    return more;
  }

  async function readAgain() {
    for (let id = window.firstId; !closed && id <= window.lastId;) {
      const { messages } = await api.after(id - 1, 200);
      if (messages.length === 0) break;
      window.change(messages.filter((message) => message.rev));
      id = messages[messages.length - 1].id + 1;
    }
    if (!closed) changed();
  }

  /** @param {number} limit @param {boolean} [readingDown] */
  async function askAfter(limit, readingDown) {
    const asked = { after: window.lastId, tail: window.tail };
    const { messages, more } = await api.after(asked.after, limit);
    if (closed) return;
    window.extend(messages, more, asked);
    tell(messages, readingDown);
  }

  /**
   * @param {Message[]} messages
   * @param {boolean} [readingDown] the reader is on the way down: what is above them may go
   */
  function tell(messages, readingDown = false) {
    known(messages);
    if (loaded) {
      const news = messages.filter((message) => message.id > counted);
      // After a jump over a long absence only the ids say how many came between.
      const skipped = news.length && news.length === messages.length ? news[0].id - counted - 1 : 0;
      const others = news.filter((message) => message.user.id !== myId && !message.deleted);
      const first = skipped ? counted + 1 : others[0]?.id;
      counted = Math.max(counted, window.lastId, ...news.map((message) => message.id));
      if (others.length + skipped) fresh(others.length + skipped, first, others);
    }
    if (window.messages.length > maxInMemory) {
      // While following in one go, not one by one: each trim moves what is drawn.
      if (following) window.dropOldest(Math.round(maxInMemory * 0.7));
      else if (readingDown) window.dropOldest(maxInMemory);
      else window.dropNewest(maxInMemory);
    }
    changed();
  }

  /**
   * A store that has fewer messages or changes than are known here was put back to an older state, or is a new one.
   * @param {number | null} lastId @param {number | null} lastRev
   */
  function isOfAnotherStore(lastId, lastRev) {
    return loaded && ((lastId !== null && lastId < window.lastId) || (lastRev !== null && lastRev < rev));
  }

  /** @param {number | null} lastId */
  function joinAt(lastId) {
    if (lastId === null) return inTurn(loaded ? () => askAfter(200) : fill);
    window.learn(lastId);
    return inTurn(fill);
  }

  return {
    window,
    get loaded() {
      return loaded;
    },
    /** @param {boolean} now whether the reader is at the newest message */
    follow(now) {
      following = now;
    },
    /** @param {Message[]} messages pushed */
    receive(messages) {
      window.receive(messages);
      tell(messages);
      if (loaded && window.hole) fillSoon(HOLE_MS);
    },
    /** @param {import('./types.js').Changes} changes pushed */
    receiveChanges({ after, messages }) {
      const last = messages.at(-1)?.rev ?? 0;
      window.change(messages);
      changed();
      newestRev = Math.max(newestRev, last);
      if (after <= rev) rev = Math.max(rev, last);
      if (rev < newestRev) inTurn(readChanges);
    },
    /** @param {Message} message a change of one's own, as the server answered it */
    change(message) {
      window.change([message]);
      changed();
    },
    /**
     * @param {number | null} lastId the newest id the server has; null: unknown, ask
     * @param {number | null} [lastRev] the newest revision it has; null: unknown, ask
     */
    join(lastId, lastRev = newestRev) {
      if (isOfAnotherStore(lastId, lastRev)) {
        window.disown();
        rev = 0;
        newestRev = lastRev ?? 0;
        return inTurn(loadNewest);
      }
      if (lastRev !== null) newestRev = lastRev;
      else if (loaded) inTurn(async () => void (await untilNoMore(askChanges)));
      const joined = joinAt(lastId);
      return lastRev === null ? joined : inTurn(readChanges);
    },
    /** Asks the store even where nothing is known to be missing. */
    check: () => inTurn(async () => (loaded && window.attached ? askAfter(200).then(fill) : undefined)),
    readOlder: () =>
      inTurn(async () => {
        if (!loaded || !window.older) return;
        const asked = { before: window.firstId };
        const { messages, more } = await api.before(asked.before, PAGE);
        if (closed) return;
        window.prepend(messages, more, asked);
        if (!following) window.dropNewest(maxInMemory);
        changed();
      }),
    readNewer: () =>
      inTurn(async () => {
        if (window.attached || !loaded) return;
        await askAfter(PAGE, true);
      }),
    /**
     * Brings the stretch around a message into memory, by one reading wherever it is.
     * @param {number} id
     * @returns {Promise<boolean>} whether there is such a message
     */
    async open(id) {
      await inTurn(async () => {
        if (!loaded) await loadNewest();
        if (closed || window.find(id)) return;
        const { messages, more } = await api.after(Math.max(0, id - PAGE), 2 * PAGE);
        if (closed || !messages.some((message) => message.id === id)) return;
        window.open(messages, more);
        following = false;
        known(messages);
        changed();
      });
      if (window.hole) fillSoon(0);
      return Boolean(window.find(id));
    },
    /** Where the window ends before the newest message, starts over at it. */
    jumpToNewest: () => inTurn(async () => (window.attached ? undefined : loadNewest())),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {() => Promise<boolean>} ask @returns {Promise<void>} */
async function untilNoMore(ask) {
  while (await ask());
}
