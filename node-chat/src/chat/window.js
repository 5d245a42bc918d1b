import { ChatError } from '../ChatError.js';

/**
 * @template Draft, Answer, Message
 * @typedef {object} WindowParts
 * @property {(drafts: Draft[]) => Promise<{ answers: Answer[], stored: Message[] }>} insert one insert: an answer for
 *   each draft, and what is new in the store, in id order
 * @property {(messages: Message[]) => void} deliver broadcasts one event; its duration decides the window's length
 * @property {number} maxMs
 * @property {number} maxMessages of one insert
 * @property {number} maxBytes of one insert
 * @property {number} pendingMax messages that may wait for the store
 * @property {number} deadlineMs a draft without an answer by then is answered store_unavailable
 * @property {(batch: { messages: number, seconds: number }) => void} [onInsert]
 * @property {(batch: { messages: number, ageSeconds: number }) => void} [onBroadcast]
 * @property {(error: unknown) => void} [onDeliverError] what is stored stays stored, whether or not somebody could be
 *   answered or told
 * @property {() => number} [now] ms
 */

// A window lasts four times what the last broadcast cost, so that broadcasting takes a fifth of the loop at most
// until maxMs caps it (contract/README.md, "How messages gather").
const COST_TO_WINDOW = 4;
const DEADLINE_CHECK_MS = 250;
// After an insert that failed without an answer the store is asked again, so that what it did store is told to everybody.
const ASK_AGAIN_MS = 1000;

/**
 * The adaptive window. An idle server stores and broadcasts a message at once; while an insert is in flight messages
 * gather for the next one, and while the last broadcast is younger than a window stored messages gather for the next event.
 * @template Draft, Answer, Message
 * @param {WindowParts<Draft, Answer, Message>} parts
 */
export function createWindow(parts) {
  const { insert, deliver, maxMs, maxMessages, maxBytes, pendingMax, deadlineMs } = parts;
  const now = parts.now ?? (() => performance.now());

  /** @typedef {{ draft: Draft, bytes: number, since: number, done: ((error: unknown, answer?: Answer) => void) | null }} Waiting */
  /** @type {Waiting[]} */ let pending = [];
  /** @type {Waiting[]} */ let inFlight = [];
  /** @type {Message[]} */ let outgoing = [];
  let outgoingSince = 0;
  let taking = false;
  let starting = false;
  let closed = false;
  let lastBroadcast = -Infinity;
  let windowMs = 0;
  let broadcastDue = false;
  /** @type {NodeJS.Timeout | null} */ let askAgainTimer = null;
  /** @type {(() => void)[]} */ let drained = [];
  const deadlines = setInterval(expire, DEADLINE_CHECK_MS).unref();

  /**
   * Takes a draft to the store with the next insert.
   * @param {Draft} draft
   * @param {number} bytes its size, as counted against maxBytes
   * @param {(error: unknown, answer?: Answer) => void} done called once, before the message is broadcast
   */
  function push(draft, bytes, done) {
    if (closed || pending.length + inFlight.length >= pendingMax) return done(new ChatError('store_unavailable'));
    pending.push({ draft, bytes, since: now(), done });
    if (taking) return;
    taking = starting = true;
    setImmediate(start); // the end of this turn: what arrived in one read of a socket shares an insert
  }

  function start() {
    starting = false;
    take();
  }

  async function take() {
    inFlight = nextBatch();
    const started = now();
    const oldest = inFlight[0]?.since ?? started;
    const result = await insert(inFlight.map((waiting) => waiting.draft)).catch(fail);
    if (result) {
      if (inFlight.length > 0) parts.onInsert?.({ messages: inFlight.length, seconds: (now() - started) / 1000 });
      inFlight.forEach((waiting, i) => settle(waiting, null, result.answers[i]));
      for (const message of result.stored) outgoing.push(message);
      if (outgoing.length > 0) broadcastSoon(oldest);
    }
    inFlight = [];
    if (pending.length > 0) return void take();
    taking = false;
    checkDrained();
  }

  /** What waits behind a failed insert would only fail later: its senders are told too. @param {unknown} error */
  function fail(error) {
    for (const waiting of [...inFlight, ...pending]) settle(waiting, error);
    pending = [];
    if (!closed) askAgainTimer ??= setTimeout(askAgain, ASK_AGAIN_MS);
    return null;
  }

  function askAgain() {
    askAgainTimer = null;
    if (taking) return; // the next insert asks
    taking = true;
    take();
  }

  function nextBatch() {
    let bytes = 0;
    let count = 0;
    while (count < pending.length && count < maxMessages) {
      bytes += pending[count].bytes;
      if (count > 0 && bytes > maxBytes) break;
      count++;
    }
    return pending.splice(0, count);
  }

  /** @param {Waiting} waiting @param {unknown} error @param {Answer} [answer] */
  function settle(waiting, error, answer) {
    const { done } = waiting;
    waiting.done = null;
    try {
      done?.(error, answer);
    } catch (failure) {
      parts.onDeliverError?.(failure); // a sender who cannot be answered keeps nobody else from an answer
    }
  }

  /**
   * A broadcast keeps the loop busy for milliseconds. It comes after what the loop has to read (setImmediate), so that the
   * next insert is on its way meanwhile and the database never waits for it.
   * @param {number} since when the oldest of its messages arrived
   */
  function broadcastSoon(since) {
    if (broadcastDue) return;
    broadcastDue = true;
    outgoingSince = since;
    const wait = lastBroadcast + windowMs - now();
    if (wait <= 0 || outgoing.length >= maxMessages) setImmediate(broadcast);
    else setTimeout(setImmediate, wait, broadcast);
  }

  function broadcast() {
    if (starting) return void setImmediate(broadcast);
    broadcastDue = false;
    const messages = outgoing;
    outgoing = [];
    const started = now();
    try {
      deliver(messages);
    } catch (error) {
      parts.onDeliverError?.(error);
    }
    lastBroadcast = now();
    windowMs = Math.min(maxMs, COST_TO_WINDOW * (lastBroadcast - started));
    parts.onBroadcast?.({ messages: messages.length, ageSeconds: (started - outgoingSince) / 1000 });
    checkDrained();
  }

  function expire() {
    const limit = now() - deadlineMs;
    for (const waiting of inFlight) if (waiting.since < limit) settle(waiting, new ChatError('store_unavailable'));
    while (pending.length > 0 && pending[0].since < limit) {
      settle(/** @type {Waiting} */ (pending.shift()), new ChatError('store_unavailable'));
    }
  }

  const isIdle = () => !taking && outgoing.length === 0;

  function checkDrained() {
    if (!isIdle()) return;
    for (const resolve of drained) resolve();
    drained = [];
  }

  return {
    push,
    /** Messages that wait for the store. */
    get size() {
      return pending.length + inFlight.length;
    },
    /**
     * Takes no more messages, and sees to those it has.
     * @returns {Promise<void>} resolves when nothing is pending, in flight or waiting to be broadcast
     */
    async close() {
      closed = true;
      if (!isIdle()) await new Promise((resolve) => drained.push(() => resolve(undefined)));
      clearInterval(deadlines);
      if (askAgainTimer) clearTimeout(askAgainTimer);
    },
  };
}
