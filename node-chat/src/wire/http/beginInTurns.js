import { FairQueue } from '../../chat/limits/fairQueue.js';

// A page of 200 long messages costs as much; what comes meanwhile from sockets waits no longer than for a few of these.
const TURN_MS = 10;
// Looked at one after the other, since what each costs is known only after it.
const AT_MOST = 16;

/**
 * Begins no more requests in one turn of the event loop than take a few ms; those beyond wait for the next one. Else a
 * hundred connections that ask in the same moment are all answered before anything else is looked at. Expensive
 * requests run behind the others; one per turn is guaranteed. Clients take turns, and a request whose client has gone
 * costs nothing.
 *
 * Node.js accepts one connection per turn of its loop. While connections arrive, requests therefore take half of the
 * time: after a turn that took 10 ms the loop accepts for as long before the next request begins.
 * @template {any[]} Request
 * @param {(...request: Request) => void} begin
 * @param {object} options
 * @param {(...request: Request) => boolean} options.isDear
 * @param {(...request: Request) => string} options.whose
 * @param {(...request: Request) => boolean} options.isGone whether nobody waits for it any more
 * @param {() => number} [options.now]
 * @returns {{ begin: (...request: Request) => void, accepted: () => void }} accepted: to be called for each new
 *   connection
 */
export function beginInTurns(begin, { isDear, whose, isGone, now = () => performance.now() }) {
  /** @type {FairQueue<Request>} */
  const dear = new FairQueue();
  /** @type {FairQueue<Request>} */
  const others = new FairQueue();
  /** @type {number | undefined} when the first of this turn was begun */
  let began;
  let isNextDue = false;
  let hasAccepted = false;
  /** Connections are accepted first, until then. */
  let acceptsUntil = -Infinity;
  let isAccepting = false;

  return {
    begin(...request) {
      const queue = isDear(...request) ? dear : others;
      if (queue.length > 0 || isOver()) queue.push(whose(...request), request);
      else begin(...request);
      if (isNextDue) return;
      isNextDue = true;
      setImmediate(nextTurn);
    },
    accepted() {
      hasAccepted = true;
    },
  };

  function isOver() {
    if (isAccepting) return true;
    began ??= now();
    return now() - began > TURN_MS;
  }

  function nextTurn() {
    if (began !== undefined) acceptsUntil = 2 * now() - began;
    began = undefined;
    isAccepting = hasAccepted && now() < acceptsUntil;
    hasAccepted = false;
    isNextDue = isAccepting || dear.length + others.length > 0;
    if (!isNextDue) return;
    if (!isAccepting) {
      for (let i = Math.min(AT_MOST, others.length); i > 0; i--) setImmediate(beginNext, others);
      setImmediate(beginFirst, dear);
      for (let i = Math.min(AT_MOST, dear.length); i > 1; i--) setImmediate(beginNext, dear);
    }
    setImmediate(nextTurn);
  }

  /** @param {FairQueue<Request>} queue */
  function beginNext(queue) {
    if (!isOver()) beginFirst(queue);
  }

  /** @param {FairQueue<Request>} queue */
  function beginFirst(queue) {
    let request = queue.shift();
    while (request && isGone(...request)) request = queue.shift();
    if (!request) return;
    began ??= now();
    begin(...request);
  }
}
