import { now } from '../../../load/src/ledger/clock.js';
import { findLayout } from './layout.js';
import { WatchedChat } from './watchedChat.js';

const LOOK_EVERY_MS = 250;
const TELL_EVERY_MS = 500;
const ASK_EVERY_MS = 500;
// Between two looks, so that what the probe itself costs is seldom seen at work.
const PROBE_AFTER_MS = 125;
// Finding out what runs starts a process. One that has ended is soon another.
const FIND_EVERY_MS = 10_000;
const FIND_ENDED_EVERY_MS = 2000;
// What is itself kept from running for so long feels that as well.
const LATE_MS = 50;

/** Looks at the chats until it is closed: what each loop and worker does, and what another user feels. */
export class Watching {
  /** @type {WatchedChat[]} */
  #watched = [];
  /** @type {import('../lastMinute.js').Seen & {looks: any[], felt: any[]}} */
  #seen = { looks: [], felt: [] };
  /** @type {NodeJS.Timeout[]} */
  #timers = [];
  #isClosed = false;
  #isFinding = false;
  #findingAt = -Infinity;
  #lookedAt = 0;

  /** @param {import('./watchMain.js').Where} where @param {(seen: import('../lastMinute.js').Seen) => void} onSeen told twice a second what has come since */
  constructor(where, onSeen) {
    this.where = where;
    this.onSeen = onSeen;
    this.#begin();
  }

  close() {
    this.#isClosed = true;
    this.#timers.forEach(clearInterval);
    for (const one of this.#watched) one.close();
  }

  async #begin() {
    await this.#find();
    if (this.#isClosed) return;
    this.#timers.push(
      setTimeout(() => this.#timers.push(setInterval(() => this.#look(), LOOK_EVERY_MS)), PROBE_AFTER_MS),
      setInterval(() => this.#tell(), TELL_EVERY_MS),
      setInterval(() => this.#ask(), ASK_EVERY_MS),
    );
  }

  async #find() {
    const every = this.#watched.some(({ hasEnded }) => hasEnded) ? FIND_ENDED_EVERY_MS : FIND_EVERY_MS;
    if (this.#isFinding || now() - this.#findingAt < every) return;
    this.#isFinding = true;
    this.#findingAt = now();
    const chats = await findLayout(this.where);
    this.#isFinding = false;
    if (this.#isClosed) return;
    const kept = this.#watched.filter(({ chat }) => chats.some((one) => same(one, chat)));
    for (const one of this.#watched) if (!kept.includes(one)) one.close();
    this.#watched = chats.map(
      (chat) => kept.find((one) => same(one.chat, chat)) ?? new WatchedChat(chat, (felt) => this.#seen.felt.push(felt)),
    );
    await Promise.all(this.#watched.map((one) => one.ask()));
    this.#seeChats();
  }

  #seeChats() {
    this.#seen.chats = this.#watched.map(({ chat, lab }) => ({
      ...chat,
      lab: lab && { where: lab.where, what: lab.what, workers: lab.workers },
    }));
  }

  #look() {
    const at = now();
    const late = this.#lookedAt > 0 && at - this.#lookedAt > LOOK_EVERY_MS + LATE_MS;
    this.#lookedAt = at;
    this.#seen.looks.push({
      at: Math.round(at),
      ...(late && { late }),
      chats: Object.fromEntries(this.#watched.map((one) => [one.chat.name, one.look(at)])),
    });
  }

  #tell() {
    this.onSeen({ ...this.#seen, unfelt: this.#watched.flatMap(({ unfelt }) => unfelt) });
    this.#seen = { looks: [], felt: [] };
  }

  async #ask() {
    const changed = await Promise.all(this.#watched.map((one) => one.ask()));
    if (changed.some(Boolean)) this.#seeChats();
    if (this.#watched.length < 2 || this.#watched.some(({ hasEnded }) => hasEnded)) await this.#find();
  }
}

/** @param {object} one @param {object} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
