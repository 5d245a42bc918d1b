import { Probe } from '../src/probe.js';
import { now } from '../../load/src/machine/clock.js';
import { threadTimes } from './threadTimes.js';
import { pressAt } from './press.js';
import { ChatLanes } from './lanes.js';
import { findLayout } from '../src/layout.js';

/** @import { Lanes } from './lanes.js' */
/** @import { Outcome, Press } from './press.js' */
/** @import { ChatLayout } from '../src/layout.js' */
/** @import { ProbeAnswer } from '../src/probe.js' */

const KEPT_MS = 60_000;
const LOOK_EVERY_MS = 250;
const PROBE_EVERY_MS = 250;
const FIND_EVERY_MS = 3000;
const KEPT_MARKS = 20;

/**
 * @typedef {object} Mark a lab call, or a step of a lab
 * @property {number} number @property {number} at ms since 1970 @property {string} label
 * @property {Record<string, Outcome>} chats the chats' outcomes of a lab call
 *
 * @typedef {object} Minute the last minute, as sent to pages
 * @property {number} at ms since 1970, now
 * @property {Array<{name: string, title: string, targets: string[]}>} chats targets: probed addresses
 * @property {Array<{at: number, chats: Record<string, Lanes>}>} looks
 * @property {Array<{target: string, at: number, ms: number | null}>} waits measured by probes; at: when the request
 *   was due; ms: null without an answer
 * @property {Mark[]} marks
 */

/** Watches the chats: what loops and workers do, and how long another user waits. */
export class Watch {
  /** @type {Array<{chat: ChatLayout, lanes: ChatLanes, probes: Record<string, Probe>}>} */
  #watched = [];
  /** @type {Omit<Minute, 'at' | 'chats'>} */
  #kept = { looks: [], waits: [], marks: [] };
  #marks = 0;
  /** @type {NodeJS.Timeout[]} */
  #timers;
  #isFinding = false;

  /** @param {string} instance one of infra/up */
  constructor(instance) {
    this.instance = instance;
    this.#timers = [
      setInterval(() => this.#look(), LOOK_EVERY_MS),
      setInterval(() => this.#isMissing && this.find().catch(console.error), FIND_EVERY_MS),
    ];
  }

  stop() {
    this.#timers.forEach(clearInterval);
    this.#timers = [];
    this.#leave();
  }

  #leave() {
    for (const { probes } of this.#watched) Object.values(probes).forEach((probe) => probe.abandon());
    this.#watched = [];
  }

  /** @returns {Minute} */
  get minute() {
    const from = now() - KEPT_MS;
    const { looks, waits, marks } = this.#kept;
    this.#kept = {
      looks: looks.filter(({ at }) => at >= from),
      waits: waits.filter(({ at }) => at >= from),
      marks: marks.slice(-KEPT_MARKS),
    };
    const chats = this.#watched.map(({ chat: { name, title }, probes }) => {
      return { name, title, targets: Object.keys(probes) };
    });
    const waiting = this.#watched.flatMap(({ probes }) => Object.entries(probes).flatMap(unansweredOf));
    return {
      ...this.#kept,
      at: Math.round(now()),
      chats,
      waits: [...this.#kept.waits, ...waiting],
    };
  }

  /** @returns {ChatLayout[]} the running chats */
  get chats() {
    return this.#watched.map(({ chat }) => chat);
  }

  /** @param {string} label @param {Mark['chats']} [chats] */
  mark(label, chats = {}) {
    this.#kept.marks.push({ number: ++this.#marks, at: Math.round(now()), label, chats });
  }

  /** Makes a press at all chats. @param {Press} press @returns {boolean} false: no chat takes lab calls */
  press(press) {
    const able = this.#watched.filter(({ chat }) => chat.hasLab);
    if (able.length === 0) return false;
    this.mark(press.label, Object.fromEntries(able.map(({ chat }) => [chat.name, pressAt(chat.url, press)])));
    return true;
  }

  #look() {
    const at = now();
    const chats = this.#watched.map(({ chat, lanes, probes }) => {
      const [loop, workers] = Object.values(probes);
      const asked = { oldestMs: loop.unanswered.oldestMs, own: workers?.unanswered.count ?? 0 };
      return [chat.name, lanes.look(at, asked)];
    });
    this.#kept.looks.push({ at: Math.round(at), chats: Object.fromEntries(chats) });
  }

  get #isMissing() {
    const hasEnded = (/** @type {number | null | undefined} */ pid) => pid != null && threadTimes(pid) === null;
    return (
      this.#watched.length < 2 ||
      this.#watched.some(({ chat }) => !chat.hasLab || hasEnded(chat.loop.pid) || hasEnded(chat.workers?.pid))
    );
  }

  /** Finds the running chats. */
  async find() {
    if (this.#isFinding) return;
    this.#isFinding = true;
    const chats = await findLayout(this.instance).finally(() => (this.#isFinding = false));
    // The watch was stopped meanwhile.
    if (this.#timers.length === 0) return;
    if (JSON.stringify(chats) === JSON.stringify(this.chats)) return;
    this.#leave();
    this.#watched = chats.map((chat) => ({ chat, lanes: new ChatLanes(chat), probes: this.#probesOf(chat) }));
  }

  /**
   * @param {ChatLayout} chat
   * @returns {Record<string, Probe>} the loop's probe, then the workers' if they have their own address
   */
  #probesOf({ name, url, loop }) {
    const urls = loop.url === url ? { [name]: url } : { [name]: loop.url, [`${name}-workers`]: url };
    const began = now();
    return Object.fromEntries(
      Object.entries(urls).map(([target, address]) => {
        const keep = (/** @type {ProbeAnswer} */ { at, ms }) =>
          this.#kept.waits.push({ target, at: Math.round(began + at * 1000), ms: ms && Math.round(ms * 10) / 10 });
        return [target, new Probe(address, keep, PROBE_EVERY_MS)];
      }),
    );
  }
}

/** Gives the wait so far of the oldest unanswered request. @param {[string, Probe]} probe @returns {Minute['waits']} */
const unansweredOf = ([target, { unanswered }]) =>
  unanswered.count === 0
    ? []
    : [{ target, at: Math.round(now() - unanswered.oldestMs), ms: Math.round(unanswered.oldestMs) }];
