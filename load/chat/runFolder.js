import fs from 'node:fs';
import path from 'node:path';
import { Ledger } from '../ledger/ledger.js';
import { mergeLedgers } from '../ledger/mergeLedgers.js';

/** @typedef {import('../ledger/ledger.js').LedgerRecord} LedgerRecord */
/** @typedef {{joined: number, sent: number, acked: number, delivered: number, errors: number}} Progress */

/**
 * The folder of one run, through which Artillery's worker threads and its leader share what they know:
 * places/TARGET-N (a place that one virtual user took), ledger-TARGET-WORKER.json, progress-TARGET-WORKER.json, start
 * (when sending begins).
 */
export class RunFolder {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  create() {
    fs.mkdirSync(path.join(this.folder, 'places'), { recursive: true });
    return this;
  }

  /**
   * Takes the lowest place that no virtual user of any worker has. Exclusive creation of a file decides who has it.
   * @param {string} target @param {number} places
   * @returns {number | null} 0 to places - 1; null: this side is full
   */
  takePlace(target, places) {
    for (let place = 0; place < places; place++) {
      try {
        fs.closeSync(fs.openSync(path.join(this.folder, 'places', `${target}-${place}`), 'wx'));
        return place;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
    }
    return null;
  }

  /** @param {Ledger} ledger @param {string | number} worker */
  saveLedger(ledger, worker) {
    fs.writeFileSync(path.join(this.folder, `ledger-${ledger.target}-${worker}.json`), JSON.stringify(ledger));
  }

  /**
   * @param {string} run @param {string} target
   * @returns {LedgerRecord} of all workers together, empty where nobody logged in to this target
   */
  ledger(run, target) {
    return mergeLedgers([new Ledger({ run, target }).toJSON(), ...this.#read(`ledger-${target}-`)]);
  }

  /** @param {string} target @param {string | number} worker @param {Progress} progress */
  saveProgress(target, worker, progress) {
    const file = path.join(this.folder, `progress-${target}-${worker}.json`);
    fs.writeFileSync(file + '.new', JSON.stringify(progress));
    fs.renameSync(file + '.new', file);
  }

  /** @param {string} target @returns {Progress} summed over the workers */
  progress(target) {
    const sum = { joined: 0, sent: 0, acked: 0, delivered: 0, errors: 0 };
    for (const part of this.#read(`progress-${target}-`)) {
      for (const key of /** @type {Array<keyof Progress>} */ (Object.keys(sum))) sum[key] += part[key];
    }
    return sum;
  }

  /** @param {number} at ms since 1970: when everybody begins to send */
  saveStart(at) {
    const file = path.join(this.folder, 'start');
    fs.writeFileSync(file + '.new', String(at));
    fs.renameSync(file + '.new', file);
  }

  /** @returns {number | null} what saveStart was given; null: nobody begins yet */
  start() {
    const file = path.join(this.folder, 'start');
    return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : null;
  }

  /** @param {string} prefix @returns {any[]} */
  #read(prefix) {
    const names = fs.readdirSync(this.folder).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
    return names.map((name) => JSON.parse(fs.readFileSync(path.join(this.folder, name), 'utf8')));
  }
}
