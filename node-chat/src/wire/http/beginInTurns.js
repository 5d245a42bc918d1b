// A page of 200 long messages costs as much; what comes meanwhile from sockets waits no longer than for a few of these.
const TURN_MS = 10;
// Looked at one after the other, since what each costs is known only after it.
const AT_MOST = 16;

/**
 * Begins no more requests in one turn of the event loop than take a few ms; those beyond wait for the next one. Else a hundred
 * connections that ask in the same moment are all answered before anything else is looked at. Those that are dear wait behind the
 * others, but for one a turn.
 * @template {any[]} Request
 * @param {(...request: Request) => void} begin
 * @param {{ isDear: (...request: Request) => boolean, now?: () => number }} options
 * @returns {(...request: Request) => void}
 */
export function beginInTurns(begin, { isDear, now = () => performance.now() }) {
  /** @type {Request[]} in order of arrival, as the next */
  const dear = [];
  /** @type {Request[]} */
  const others = [];
  /** @type {number | undefined} when the first of this turn was begun */
  let began;
  let isNextDue = false;

  return (...request) => {
    const queue = isDear(...request) ? dear : others;
    if (queue.length > 0 || isOver()) queue.push(request);
    else begin(...request);
    if (isNextDue) return;
    isNextDue = true;
    setImmediate(nextTurn);
  };

  function isOver() {
    began ??= now();
    return now() - began > TURN_MS;
  }

  function nextTurn() {
    began = undefined;
    isNextDue = dear.length + others.length > 0;
    if (!isNextDue) return;
    for (let i = Math.min(AT_MOST, others.length); i > 0; i--) setImmediate(beginNext, others);
    setImmediate(beginFirst, dear);
    for (let i = Math.min(AT_MOST, dear.length); i > 1; i--) setImmediate(beginNext, dear);
    setImmediate(nextTurn);
  }

  /** @param {Request[]} queue */
  function beginNext(queue) {
    if (!isOver()) beginFirst(queue);
  }

  /** @param {Request[]} queue */
  function beginFirst(queue) {
    const request = queue.shift();
    if (request) begin(...request);
  }
}
