import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { measureChat } from '../chat/measureChat.js';
import { newRunName } from '../ledger/clientIds.js';
import { RunPrinter } from '../run/printRuns.js';
import { saveRecord } from '../record/recordFiles.js';
import { readSlo, valueOf } from '../record/slo.js';
import { outcomeOf, verdict } from '../record/verdict.js';
import { openServer } from '../server/openServer.js';
import { jobsOf, readWorkload, suitsArtillery } from '../workload/workloads.js';
import { readSettings } from './settings.js';
import { CHANNEL } from './users.js';
import { VirtualUsers } from './virtualUsers.js';

/**
 * The hooks of chat.yml, in Artillery's main thread. They lead the users of the worker thread, one run a chat; or they
 * hand them the orders of the process that started Artillery, and its answers back.
 */

// Above 40 arrivals a second Artillery's timer keeps a core busy.
const ARRIVALS_PER_SECOND = 40;
// Artillery calls the hook after the run once all users are gone: they were told to leave before.
const LEFT_WITHIN_MS = 10_000;

/** @typedef {import('./virtualUsers.js').JoinOrder} JoinOrder */

/** @returns {any} Artillery's global object */
const artillery = () => /** @type {any} */ (globalThis).artillery;

/** @type {BroadcastChannel} to the users */
let channel;
/** Emits the users' answers, by side. */
const answers = new EventEmitter();

/** Virtual users of this Artillery; its worker starts once all have been told to join. */
class OwnUsers extends VirtualUsers {
  ordered = /** @type {PromiseWithResolvers<JoinOrder>} */ (Promise.withResolvers());
  gone = Promise.withResolvers();

  /** @param {any} order */
  async ask(order) {
    const answer = once(answers, order.side);
    if (order.sessions) this.ordered.resolve(order);
    else channel.postMessage(order);
    return (await answer)[0];
  }

  async leave() {
    const left = await super.leave();
    this.gone.resolve(undefined);
    return left;
  }

  /** A run that failed tells its users to leave: Artillery waits for them. */
  close() {
    channel.postMessage({ side: this.side, leave: true });
    this.gone.resolve(undefined);
  }
}

/**
 * What planRun began; undefined: another process leads this Artillery, and judges the run.
 * @type {{runs: Promise<PromiseSettledResult<import('../record/runRecord.js').RunRecord>[]>, gone: Promise<unknown>,
 *   bounds: import('../record/slo.js').Bound[], targets: string[], results: string} | undefined}
 */
let planned;

/**
 * The hook before the run: finds the chats, logs the users in, and says how many arrive.
 * @param {import('./users.js').Context} context
 */
export async function planRun({ vars }) {
  channel = new BroadcastChannel(CHANNEL).unref();
  try {
    const orders = process.connected ? [await orderOfLeader()] : await ownOrders(vars);
    vars.plan = Object.fromEntries(orders.map((order) => [order.side, order]));
    const users = orders.reduce((sum, { sessions }) => sum + sessions.length, 0);
    // These are the phases of the script itself. Artillery gives an arrivalCount to its first worker alone.
    artillery().testInfo.metadata.testConfig.phases.splice(0, Infinity, {
      name: `${users} users join ${orders.map(({ side }) => side).join(' and ')}, then send`,
      duration: Math.max(1, Math.ceil(users / ARRIVALS_PER_SECOND)),
      arrivalCount: users,
    });
  } catch (error) {
    giveUp(/** @type {Error} */ (error).message);
  }
}

/** @returns {Promise<JoinOrder>} the first order of the process that leads this one; the others go to the users */
async function orderOfLeader() {
  channel.onmessage = ({ data }) => process.send?.(data.answer);
  const [order] = await once(process, 'message');
  process.on('message', (later) => channel.postMessage(later));
  process.once('disconnect', () => process.exit(1));
  return order;
}

/**
 * @param {Record<string, any>} vars of chat.yml
 * @returns {Promise<JoinOrder[]>}
 * @throws {Error} that says what is wrong and what to do next
 */
async function ownOrders({ scenario, slo }) {
  const { users, urls, results, ...load } = readSettings();
  const bounds = slo ? readSlo(slo) : [];
  const workload = readWorkload(scenario);
  if (!workload.phases || !suitsArtillery(workload))
    throw new Error(`${scenario} is not for Artillery: load/run ${scenario} runs it.`);
  const [job] = jobsOf(scenario, { client: 'artillery', levels: users === undefined ? undefined : [users], ...load });
  channel.onmessage = ({ data }) => answers.emit(data.side, data.answer);
  const say = (/** @type {string} */ line) => artillery().log(line);
  const sides = await Promise.all(
    Object.entries(urls).map(async ([target, url]) => {
      const client = new OwnUsers();
      const server = await openServer({ target, url });
      const run = measureChat(server, { ...job, command: typed(), loadClient: client }, say);
      return { client, run, order: await Promise.race([client.ordered.promise, run.then(neverOrdered)]) };
    }),
  );
  planned = {
    ...{ bounds, targets: Object.keys(urls), results: path.join(results, newRunName()) },
    runs: Promise.allSettled(sides.map(({ run }) => run)),
    gone: Promise.all(sides.map(({ client }) => client.gone.promise)),
  };
  return sides.map(({ order }) => order);
}

/** @returns {never} */
function neverOrdered() {
  throw new Error('The run ended before its users had joined.');
}

/** The hook after the run: a record of each chat, the table, the exit code. */
export async function judgeRun() {
  if (!planned) return;
  const { targets, runs, gone, bounds, results } = planned;
  if (!(await Promise.race([gone.then(() => true), sleep(LEFT_WITHIN_MS, false)])))
    return giveUp('The run ended before its users did: there is no result.');
  const ended = await runs;
  const printer = new RunPrinter('chat', (line) => artillery().log(line));
  const records = ended.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
  for (const record of records) {
    record.verdicts.push(...bounds.map((bound) => verdict(bound.name, valueOf(bound, record), bound.most)));
    if (ended.length > 1) record.notes.push('both chats were loaded at once, on one machine');
    saveRecord(results, record);
    printer.row(record);
  }
  artillery().log('\nLatencies are in ms, from the time at which a message was to be sent; docs/method.md says more.');
  artillery().log(`As a page: load/report ${path.relative('.', results)} --html report.html`);
  const failures = ended.flatMap((run, i) =>
    run.status === 'rejected' ? [`${targets[i]}: ${run.reason.message}`] : [],
  );
  for (const failure of failures) artillery().log(`There is no result: ${failure}`);
  if (failures.length > 0 || outcomeOf(records) === 'failed') artillery().suggestedExitCode = 1;
}

/** @returns {string} what was typed, with what was set for it */
function typed() {
  const set = Object.entries(process.env).filter(([name]) =>
    /^CHAT_LOAD_(USERS|RATE|SECONDS|TARGETS|NODE|LARAVEL)$/.test(name),
  );
  return [...set.map(([name, value]) => `${name}=${value}`), 'npx artillery', ...process.argv.slice(2)].join(' ');
}

/** @param {string} line names the mistake and the next step @returns {never} */
function giveUp(line) {
  process.stderr.write(`\r${line}\n`);
  process.exit(2);
}
