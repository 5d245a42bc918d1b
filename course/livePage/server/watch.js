import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { now } from '../../../load/src/ledger/clock.js';
import { addSeen, unwatched } from '../lastMinute.js';
import { unanswered } from '../watch/press.js';

const WATCHER = fileURLToPath(new URL('../watch/watchMain.js', import.meta.url));
// A page that is loaded anew is back by then, and its minute has no gap.
const REST_AFTER_MS = 2000;
// A process that ends before it has said anything would most likely do so again.
const RETRY_AFTER_MS = 5000;

/** @typedef {import('../watch/press.js').Outcome} Outcome */

/**
 * The last minute of the chats, as a process beside looks at them. Emits `seen` with what has come since.
 */
export class Watch extends EventEmitter {
  minute = unwatched();
  #marks = 0;
  /** @type {Map<string, Outcome>} lab calls that have no answer yet, by number of the mark and chat: also those whose marks are no longer kept */
  #open = new Map();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #watcher;
  #isWatching = false;
  #isClosed = false;
  /** @type {NodeJS.Timeout | undefined} */
  #restTimer;
  /** @type {NodeJS.Timeout | undefined} */
  #retryTimer;

  /** @param {import('../watch/watchMain.js').Where} where */
  constructor(where) {
    super();
    this.where = where;
  }

  /** Looks from now on. A page that nobody has open costs the chats nothing. */
  begin() {
    clearTimeout(this.#restTimer);
    this.#isWatching = true;
    this.#send({ watch: this.where });
  }

  /** Nobody looks at what is seen: it stands still soon, and makes the lab calls to their end. */
  rest() {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#isWatching = false;
      if (this.#watcher) this.#send({ rest: true });
    }, REST_AFTER_MS).unref();
  }

  /** @param {string} label @param {import('../lastMinute.js').WatchMark['chats']} [chats] of a lab call @returns {number} its number */
  mark(label, chats) {
    const mark = { number: ++this.#marks, at: Math.round(now()), label, ...(chats && { chats }) };
    this.#add({ marks: [mark] });
    return mark.number;
  }

  /** @param {import('../watch/watchMain.js').Press} press of chats that the minute has @param {string} label of its mark */
  press(press, label) {
    const number = this.mark(label, Object.fromEntries(press.chats.map((chat) => [chat, unanswered(press.times)])));
    for (const chat of press.chats) this.#open.set(`${number} ${chat}`, unanswered(press.times));
    const urls = Object.fromEntries((this.minute.chats ?? []).map(({ name, url }) => [name, url]));
    this.#send({ press, number, urls });
  }

  /** @returns {number} lab calls that have no answer yet */
  get underWay() {
    return [...this.#open.values()].reduce((sum, { asked, done, failed }) => sum + asked - done - failed, 0);
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#restTimer);
    clearTimeout(this.#retryTimer);
    this.#watcher?.kill('SIGKILL');
  }

  /** @param {import('../watch/watchMain.js').Order} order */
  #send(order) {
    if (this.#isClosed) return;
    this.#watcher ??= this.#start();
    // To one that is ending nothing can be said: what it was asked for fails with it.
    if (this.#watcher.connected) this.#watcher.send(order);
  }

  /** @returns {import('node:child_process').ChildProcess} */
  #start() {
    const watcher = fork(WATCHER);
    let hasSpoken = false;
    /** @type {string | undefined} */
    let trouble;
    watcher.on('message', (said) => {
      hasSpoken = true;
      this.#hear(/** @type {import('../watch/watchMain.js').Said} */ (said));
    });
    watcher.on('error', (error) => (trouble ??= error.message));
    // Once all that it said has come.
    watcher.once('close', (code, signal) => {
      this.#watcher = undefined;
      const why = watcher.pid === undefined ? trouble : undefined;
      this.#lose(why ?? `the watcher ended (${signal ?? code})`, hasSpoken ? 0 : RETRY_AFTER_MS);
    });
    return watcher;
  }

  /** Goes on without the process that made the lab calls. @param {string} why @param {number} againAfterMs */
  #lose(why, againAfterMs) {
    if (this.#isClosed) return;
    console.error(`Nobody watches the chats: ${why}`);
    this.#settle([...this.#open].map(([key, one]) => [key, { ...one, failed: one.asked - one.done, error: why }]));
    const again = () => this.#isWatching && this.#send({ watch: this.where });
    this.#retryTimer = setTimeout(again, againAfterMs).unref();
  }

  /** @param {import('../watch/watchMain.js').Said} said */
  #hear(said) {
    if ('seen' in said) this.#add(said.seen);
    else this.#settle(said.outcomes);
  }

  /** @param {Array<[string, Outcome]>} outcomes by number of the mark and chat */
  #settle(outcomes) {
    /** @type {Map<number, import('../lastMinute.js').WatchMark>} */
    const changed = new Map();
    for (const [key, outcome] of outcomes) {
      if (outcome.done + outcome.failed < outcome.asked) this.#open.set(key, outcome);
      else this.#open.delete(key);
      const [number, chat] = key.split(' ');
      const mark = changed.get(Number(number)) ?? this.minute.marks.find((one) => one.number === Number(number));
      if (mark) changed.set(mark.number, { ...mark, chats: { ...mark.chats, [chat]: outcome } });
    }
    this.#add({ marks: [...changed.values()] });
  }

  /** @param {import('../lastMinute.js').Seen} seen */
  #add(seen) {
    addSeen(this.minute, seen);
    this.emit('seen', seen);
  }
}
