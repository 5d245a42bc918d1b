import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { now } from '../../ledger/clock.js';
import { addSeen, unwatched } from '../lastMinute.js';
import { unanswered } from '../watch/press.js';

const WATCHER = fileURLToPath(new URL('../watch/watchMain.js', import.meta.url));

/**
 * The last minute of the chats, as a process beside looks at them. Emits `seen` with what has come since.
 */
export class Watch extends EventEmitter {
  minute = unwatched();
  #marks = 0;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #watcher;

  /** @param {{instance: string, addresses?: Record<string, string>}} where addresses: of targets that are not the instance's */
  constructor(where) {
    super();
    this.where = where;
  }

  /** Looks from now on. A page that nobody has opened costs the chats nothing. */
  begin() {
    if (this.#watcher) return;
    this.#watcher = fork(WATCHER);
    this.#watcher.on('message', (said) => this.#hear(/** @type {any} */ (said)));
    this.#watcher.once('exit', () => (this.#watcher = undefined));
    this.#watcher.send({ watch: this.where });
  }

  /** @param {string} label @param {import('../lastMinute.js').WatchMark['chats']} [chats] of a lab call @returns {number} its number */
  mark(label, chats) {
    const mark = { number: ++this.#marks, at: Math.round(now()), label, ...(chats && { chats }) };
    this.#add({ marks: [mark] });
    return mark.number;
  }

  /** @param {Omit<import('../watch/watchMain.js').Press, 'number'>} press @param {string} label of its mark */
  press(press, label) {
    const number = this.mark(label, Object.fromEntries(press.chats.map((chat) => [chat, unanswered(press.times)])));
    this.#watcher?.send({ press: { ...press, number } });
  }

  /** @returns {number} lab calls that have no answer yet */
  get underWay() {
    const all = this.minute.marks.flatMap(({ chats = {} }) => Object.values(chats));
    return all.reduce((sum, { asked, done, failed }) => sum + asked - done - failed, 0);
  }

  close() {
    this.#watcher?.kill('SIGKILL');
  }

  /** @param {{seen: import('../lastMinute.js').Seen, outcomes: Array<[string, import('../watch/press.js').Outcome]>}} said */
  #hear({ seen, outcomes }) {
    /** @type {Map<number, import('../lastMinute.js').WatchMark>} */
    const changed = new Map();
    for (const [key, outcome] of outcomes) {
      const [number, chat] = key.split(' ');
      const mark = changed.get(Number(number)) ?? this.minute.marks.find((one) => one.number === Number(number));
      if (mark) changed.set(mark.number, { ...mark, chats: { ...mark.chats, [chat]: outcome } });
    }
    this.#add({ ...seen, marks: [...changed.values()] });
  }

  /** @param {import('../lastMinute.js').Seen} seen */
  #add(seen) {
    addSeen(this.minute, seen);
    this.emit('seen', seen);
  }
}
