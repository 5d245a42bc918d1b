import { FairQueue } from './fairQueue.js';

// A page of 200 long messages costs as much.
const TURN_MS = 10;
// Begun each in a callback of its own: what one costs is known only after it.
const PER_TURN = 16;

/**
 * Begins requests for some ms in a turn of the event loop; the others wait for the next. Else a hundred connections
 * that ask in the same moment are answered before anything else is looked at. Expensive requests run last; one per turn
 * is guaranteed. Clients take turns, and a request whose client has gone costs nothing.
 *
 * Node.js accepts one connection per turn of its loop. While connections arrive, requests therefore take half of the
 * time: after a turn that took 10 ms the loop accepts for as long before the next request begins.
 * @template {any[]} Request
 * @param {(...request: Request) => void} begin
 * @param {object} options
 * @param {(...request: Request) => boolean} options.isExpensive
 * @param {(...request: Request) => string} options.whose
 * @param {(...request: Request) => boolean} options.isGone whether nobody waits for it any more
 * @param {() => number} [options.now]
 * @returns {{ begin: (...request: Request) => void, accepted: () => void }} accepted: to be called for each new
 *   connection
 */
export function takeTurns(begin, { isExpensive, whose, isGone, now = () => performance.now() }) {
  /** @type {FairQueue<Request>} */
  const expensive = new FairQueue();
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
      const queue = isExpensive(...request) ? expensive : others;
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
    isNextDue = isAccepting || expensive.length + others.length > 0;
    if (!isNextDue) return;
    if (!isAccepting) {
      for (let i = Math.min(PER_TURN, others.length); i > 0; i--) setImmediate(beginNext, others);
      setImmediate(beginFirst, expensive);
      for (let i = Math.min(PER_TURN, expensive.length); i > 1; i--) setImmediate(beginNext, expensive);
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
