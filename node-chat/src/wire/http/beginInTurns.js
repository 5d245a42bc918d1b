// A page of 200 long messages costs as much; what comes meanwhile from sockets waits no longer than for a few of these.
const TURN_MS = 10;
// Looked at one after the other, since what each costs is known only after it.
const AT_MOST = 16;

/**
 * Begins no more requests in one turn of the event loop than take a few ms; those beyond wait for the next one. Else a hundred
 * connections that ask in the same moment are all answered before anything else is looked at.
 * @template {any[]} Request
 * @param {(...request: Request) => void} begin
 * @param {{ now?: () => number }} [clock]
 * @returns {(...request: Request) => void}
 */
export function beginInTurns(begin, { now = () => performance.now() } = {}) {
  /** @type {Request[]} in order of arrival */
  const waiting = [];
  /** @type {number | undefined} when the first of this turn was begun */
  let began;
  let isNextDue = false;

  return (...request) => {
    if (waiting.length > 0 || isOver()) waiting.push(request);
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
    isNextDue = waiting.length > 0;
    if (!isNextDue) return;
    for (let i = Math.min(AT_MOST, waiting.length); i > 0; i--) setImmediate(beginNext);
    setImmediate(nextTurn);
  }

  function beginNext() {
    if (isOver()) return;
    const request = waiting.shift();
    if (request) begin(...request);
  }
}
