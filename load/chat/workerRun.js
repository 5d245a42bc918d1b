import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { Ledger } from '../ledger/ledger.js';
import { now } from '../ledger/clock.js';
import { readScenario } from '../scenarios/scenarios.js';
import { Shape } from '../scenarios/shape.js';
import { RunFolder } from './runFolder.js';

const SAVE_EVERY_MS = 1000;
const SHOW_PROGRESS_EVERY_MS = 500;
const LOOK_FOR_START_EVERY_MS = 50;

/**
 * What the `before` hook hands to every virtual user.
 * @typedef {object} Plan
 * @property {string} run
 * @property {string} folder
 * @property {string} scenario a name of load/scenarios
 * @property {number} users a side
 * @property {number} rate
 * @property {number} seconds
 * @property {number} messages that a side is to send
 * @property {Record<string, Target>} targets
 *
 * @typedef {object} Target
 * @property {string} name @property {string} url
 * @property {number} lastId the newest message before the run
 * @property {string} socketUrl @property {string} [key] @property {string} [channel] @property {string} [authUrl] @property {string[]} [features] as /config says
 */

/** What the virtual users of one Artillery worker thread share: a ledger a target, the time to begin, the files they leave. */
export class WorkerRun {
  /** @type {Map<string, Ledger>} */
  #ledgers = new Map();
  #active = 0;
  #savedAt = 0;
  /** @type {Promise<number> | undefined} */
  #startAt;
  /** @type {Shape | undefined} */
  #shape;
  /** @type {number[][] | undefined} by place */
  #times;
  /** @type {Map<string, Promise<any>>} */
  #once = new Map();

  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.folder = new RunFolder(plan.folder);
    setInterval(() => this.#saveProgress(), SHOW_PROGRESS_EVERY_MS).unref();
  }

  /** @returns {Shape} how users and rate change */
  get shape() {
    return (this.#shape ??= new Shape(readScenario(this.plan.scenario), this.plan));
  }

  /** @param {number} place of a user @returns {number[]} s at which it sends */
  timesOf(place) {
    return (this.#times ??= this.shape.timesByUser())[place] ?? [];
  }

  /** @returns {Promise<number>} ms since 1970: when sending begins, as soon as the leader has seen everybody join */
  startAt() {
    return (this.#startAt ??= this.#awaitStart());
  }

  async #awaitStart() {
    for (;;) {
      const at = this.folder.start();
      if (at !== null) return at;
      await sleep(LOOK_FOR_START_EVERY_MS);
    }
  }

  /**
   * What all users of this worker can share.
   * @template T
   * @param {string} name @param {() => Promise<T>} make
   * @returns {Promise<T>}
   */
  once(name, make) {
    let made = this.#once.get(name);
    if (!made) this.#once.set(name, (made = make()));
    return made;
  }

  /** @param {string} target */
  ledger(target) {
    let ledger = this.#ledgers.get(target);
    if (!ledger) this.#ledgers.set(target, (ledger = new Ledger({ run: this.plan.run, target })));
    return ledger;
  }

  /** @param {string} target @returns {number | null} */
  takePlace(target) {
    return this.folder.takePlace(target, this.plan.users);
  }

  begin() {
    this.#active++;
  }

  /** The last user of this worker to end leaves the ledgers for the leader to merge. */
  end() {
    this.#active--;
    // Should Artillery end before the last of them, what there is until then is kept.
    if (this.#active > 0 && now() - this.#savedAt < SAVE_EVERY_MS) return;
    this.#savedAt = now();
    for (const ledger of this.#ledgers.values()) this.folder.saveLedger(ledger, threadId);
    this.#saveProgress();
  }

  #saveProgress() {
    for (const [target, ledger] of this.#ledgers) {
      const errors = [...ledger.errors.values()].reduce((sum, times) => sum + times, 0);
      const { joinedNow, messages, acked, delivered } = ledger;
      this.folder.saveProgress(target, threadId, { joined: joinedNow, sent: messages.size, acked, delivered, errors });
    }
  }
}
