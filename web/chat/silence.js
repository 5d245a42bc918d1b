/** No server that is well takes longer to answer, also beside 1,000 people. */
const PATIENCE_MS = 1500;
/** So long nothing was heard before a page that somebody looks at asks whether the server is there: in a chat where people talk, never. */
const QUIET_MS = 30_000;
/** Who begins to write wants to know it sooner. */
const STALE_MS = 5000;
/** A question that broke is asked again. */
const AGAIN_MS = 2000;

/**
 * Notices a server that is connected and does not answer. What is sent and what is asked is a question; one that is open for 1.5 s is told.
 * Beside those that people cause it asks of itself only where nothing at all came for half a minute, spread over a quarter of it either way.
 *
 * @param {object} parts
 * @param {() => Promise<unknown>} parts.probe  asks the server for a sign of life
 * @param {(seconds: number) => void} parts.tell  so long there was no answer; 0: there is one again
 * @param {() => boolean} parts.watched  whether somebody looks at the page
 * @param {() => number} [parts.now]
 * @param {(step: () => void, ms: number) => any} [parts.later]
 * @param {() => number} [parts.random]
 */
export function createSilence({ probe, tell, watched, now = Date.now, later = setTimeout, random = Math.random }) {
  /** When each open question was asked, oldest first. @type {Map<object, number>} */
  const open = new Map();
  let joined = false;
  let closed = false;
  let heardAt = 0;
  /** When the question was asked that is told about; 0: none is. */
  let since = 0;
  let looking = false;
  /** The question that this page asks of itself, while it does. @type {object | undefined} */
  let asking;
  /** @type {any} */
  let nextBeat;

  /** @param {number} ms */
  function lookIn(ms) {
    looking = true;
    const due = now() + ms;
    later(() => {
      looking = false;
      // While the page itself slept nobody could answer it.
      const slept = now() - due;
      if (slept > 1000) for (const question of open.keys()) open.set(question, now());
      if (slept > 1000 && since) since += slept;
      look();
    }, ms);
  }

  function look() {
    if (looking || !open.size || closed) return;
    const [oldest] = open.values();
    const age = now() - (since || oldest);
    if (age < PATIENCE_MS) return lookIn(PATIENCE_MS - age);
    since ||= oldest;
    tell(Math.floor(age / 1000));
    lookIn(1000);
    // An open question may end by a failure; this one ends by an answer.
    ask();
  }

  /** @param {object} question */
  function end(question) {
    open.delete(question);
    if (open.size || !since) return;
    since = 0;
    tell(0);
  }

  async function ask() {
    if (asking || !joined) return;
    const question = (asking = {});
    open.set(question, now());
    look();
    while (open.has(question)) {
      try {
        await probe();
        heardAt = now();
        break;
      } catch {
        await new Promise((again) => later(() => again(null), AGAIN_MS));
      }
    }
    if (asking === question) asking = undefined;
    end(question);
  }

  function beat() {
    if (closed) return;
    if (watched() && now() - heardAt >= QUIET_MS) ask();
    beatLater();
  }
  const beatLater = () => (nextBeat = later(beat, QUIET_MS * (0.75 + random() / 2)));
  beatLater();

  return {
    /** Something came from the server. */
    heard() {
      heardAt = now();
    },
    /**
     * @template T
     * @param {Promise<T>} answer of the server, awaited from now on
     */
    async expect(answer) {
      const question = {};
      open.set(question, now());
      look();
      try {
        return await answer;
      } finally {
        end(question);
      }
    },
    /** Somebody begins to write. */
    wonder() {
      if (now() - heardAt >= STALE_MS) ask();
    },
    /** @param {boolean} now whether there is a connection; without one there is nothing to wait for, and that is told elsewhere */
    connected(now) {
      joined = now;
      if (now) return;
      asking = undefined;
      for (const question of open.keys()) end(question);
    },
    close() {
      closed = true;
      clearTimeout(nextBeat);
      open.clear();
    },
  };
}
