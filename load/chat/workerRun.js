import { threadId } from 'node:worker_threads';
import { Ledger } from '../ledger/ledger.js';
import { now } from '../ledger/clock.js';
import { RunFolder } from './runFolder.js';

// Everybody should have joined before the first message: connecting and subscribing take the last arrival well under this.
const SETTLE_MS = 1500;
const SAVE_EVERY_MS = 1000;

/**
 * What the `before` hook hands to every virtual user.
 * @typedef {object} Plan
 * @property {string} run
 * @property {string} folder
 * @property {number} users a side
 * @property {number} rate
 * @property {number} seconds
 * @property {number} arriving s
 * @property {Record<string, Target>} targets
 *
 * @typedef {object} Target
 * @property {string} name @property {string} url
 * @property {number} lastId the newest message before the run
 * @property {string} socketUrl @property {string} [key] @property {string} [channel] @property {string} [authUrl] as /config says
 */

/** What the virtual users of one Artillery worker thread share: a ledger a target, the time to begin, the files they leave. */
export class WorkerRun {
  /** @type {Map<string, Ledger>} */
  #ledgers = new Map();
  #active = 0;
  #savedAt = 0;

  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.folder = new RunFolder(plan.folder);
    this.startAt = now() + plan.arriving * 1000 + SETTLE_MS;
    setInterval(() => this.#saveProgress(), 1000).unref();
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
