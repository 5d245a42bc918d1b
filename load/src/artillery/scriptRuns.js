import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureChat } from '../chat/measureChat.js';
import { shellWord, typedCommand } from '../commandLine.js';
import { newRunName } from '../ledger/clientIds.js';
import { saveRecord } from '../record/recordFiles.js';
import { outcomeOf } from '../record/verdict.js';
import { RunPrinter } from '../report/runPrinter.js';
import { openServer } from '../server/openServer.js';
import { jobsOf, readWorkload } from '../run/workloads.js';
import { readSettings } from './settings.js';
import { ScriptUsers } from './scriptUsers.js';

/** @import { Arrivals } from './virtualUsers.js' */

// Artillery calls judgeRun when all users have left. They leave when the run tells them to, so its result is near.
const LEFT_WITHIN_MS = 10_000;

/** The runs that this Artillery leads itself: one for each chat, all at the same time. */
export class ScriptRuns {
  /** @type {Array<{target: string, loadClient: ScriptUsers, run: ReturnType<typeof measureChat>}>} */
  #runs = [];
  #folder = '';
  #print;

  /** @param {(line: string) => void} print */
  constructor(print) {
    this.#print = print;
  }

  /**
   * Finds the chats, logs the users in, and begins.
   * @param {Record<string, any>} vars the variables of chat.yml
   * @returns {Promise<Arrivals[]>} the arrivals of each chat
   * @throws {Error} that says what is wrong and what to do next
   */
  async begin({ workload: name, slo }) {
    const { users, urls, results, ...load } = readSettings();
    if (!readWorkload(name).phases) throw new Error(`${name} is not for Artillery: load/run ${name} runs it.`);
    const levels = users === undefined ? undefined : [users];
    const notes = Object.keys(urls).length > 1 ? ['both chats were loaded at once, on one machine'] : [];
    const [job] = jobsOf(name, { ...load, levels, client: 'artillery', command: typed(), slo, notes });
    this.#folder = path.join(results, newRunName());
    const startedRuns = await Promise.all(
      Object.entries(urls).map(async ([target, url]) => {
        const loadClient = new ScriptUsers();
        const server = await openServer({ target, url });
        const run = measureChat(server, job, this.#print, loadClient);
        run.catch(loadClient.arrivals.reject);
        return { target, loadClient, run, arrivals: await loadClient.arrivals.promise };
      }),
    );
    this.#runs = startedRuns;
    return startedRuns.map(({ arrivals }) => arrivals);
  }

  /**
   * Prints and saves a record of each chat.
   * @returns {Promise<boolean>} whether no run failed
   * @throws {Error} if users have not left in time
   */
  async end() {
    const everyoneLeft = Promise.all(this.#runs.map(({ loadClient }) => loadClient.departure.promise)).then(() => true);
    if (!(await Promise.race([everyoneLeft, sleep(LEFT_WITHIN_MS, false)])))
      throw new Error('The run ended before its users did: there is no result.');
    const print = this.#print;
    const printer = new RunPrinter('chat', print);
    const outcomes = await Promise.allSettled(this.#runs.map(({ run }) => run));
    const records = outcomes.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
    for (const record of records) {
      saveRecord(this.#folder, record);
      printer.row(record);
    }
    print('\nLatencies are in ms, from the time at which a message was to be sent; docs/method.md says more.');
    print(`As a page: load/report ${path.relative('.', this.#folder)} --html report.html`);
    for (const [index, run] of outcomes.entries())
      if (run.status === 'rejected') print(`There is no result: ${this.#runs[index].target}: ${run.reason.message}`);
    return records.length === outcomes.length && outcomeOf(records) !== 'failed';
  }
}

/** @returns {string} the command as it was typed, with its settings */
function typed() {
  // The folder of the records does not change the run.
  const settings = Object.entries(process.env).filter(([name]) => /^CHAT_LOAD_(?!RESULTS$)/.test(name));
  const words = settings.map(([name, value]) => `${name}=${shellWord(String(value))}`);
  return [...words, typedCommand('npx artillery')].join(' ');
}
