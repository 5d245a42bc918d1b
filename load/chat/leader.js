import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { audit } from '../ledger/audit.js';
import { arrivalPhase } from './arrivals.js';
import { Gathering } from './gathering.js';
import { logIn, readAfter, readConfig, readLastId, UnexpectedAnswer } from './http.js';
import { claim } from '../machine/claim.js';
import { databaseOf } from '../machine/database.js';
import { partsOf } from '../machine/installation.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { outcomeOf } from '../runRecord/verdict.js';
import { RunFolder } from './runFolder.js';
import { recordOfRun, saveRunRecord } from './runRecords.js';
import { RunWatch } from './runWatch.js';
import { readSettings } from './settings.js';
import { readScenario } from '../scenarios/scenarios.js';
import { Shape } from '../scenarios/shape.js';
import { engineVerdicts } from './thresholds.js';
import { JOIN_AHEAD_S } from './steps.js';
import { resultTable, verdictLines } from './resultTable.js';
import { artillery, giveUp, say, withoutReports } from './artilleryMain.js';

/** The steps of chat.yml's `before` and `after` hooks, taken in Artillery's main thread: plan, progress, verdict. */

const AUDITOR = { login: 'load auditor', password: 'load-password' };

const PROGRESS_EVERY_MS = 5000;
const GATHER_EVERY_MS = 200;
// Each worker has seen the sign by then.
const START_AFTER_MS = 1000;
const STORE_TRIES = 15;

/** @type {NodeJS.Timeout[]} */
let timers = [];
/** @type {RunWatch | undefined} */
let watch;
/** @type {Map<string, import('../runRecord/serverFacts.js').ServerFacts>} by target, as the run began */
const facts = new Map();
/** @type {Record<string, number>} Artillery's own, once the run is over */
let counters = {};

/** Finds out which servers are up, and plans the run. @param {import('./steps.js').Context} context */
export async function planRun(context) {
  const settings = settingsOrGiveUp(context.vars.seconds);
  if (!settings.verbose) withoutReports();
  /** @type {import('./workerRun.js').Plan['targets']} */
  const targets = {};
  for (const name of chosenTargets()) targets[name] = await lookAt(name, settings.urls[name]);

  for (const [name, { url }] of Object.entries(targets)) facts.set(name, await serverFacts(url));
  watch = await RunWatch.start(Object.values(targets));

  const { users, rate, seconds } = settings;
  const phase = arrivalPhase({
    users,
    targets: Object.keys(targets).length,
    workers: Math.max(1, os.cpus().length - 1),
  });
  // These are the phases of the script itself: Artillery divides them among its workers once this hook is done.
  artillery().testInfo.metadata.testConfig.phases.splice(0, Infinity, phase);

  const run = newRunName();
  const folder = new RunFolder(path.join(settings.results, run)).create();
  const { scenario } = context.vars;
  const shape = new Shape(readScenario(scenario), { users, rate, seconds });
  const messages = shape.timesByUser().reduce((sum, times) => sum + times.length, 0);
  context.vars.plan = { run, folder: folder.folder, scenario, users, rate, seconds, messages, targets };
  context.vars.hosts = Object.fromEntries(Object.values(targets).map(({ name, url }) => [name, new URL(url).host]));
  const names = Object.keys(targets);
  say(`${users} users log in to ${names.length > 1 ? 'each of ' : ''}${names.join(' and ')}, and join ...`);
  artillery().globalEvents.on('done', (/** @type {any} */ stats) => (counters = stats.counters));
  const startedAt = Date.now();
  timers = [beginOnceGathered(context.vars.plan, shape, folder)];
  if (!settings.verbose) return;
  timers.push(setInterval(() => say(progressLine(startedAt, names, folder)), PROGRESS_EVERY_MS));
}

/**
 * Starts sending once all expected users have joined.
 * @param {import('./workerRun.js').Plan} plan
 * @param {Shape} shape
 * @param {RunFolder} folder
 * @returns {NodeJS.Timeout} until then
 */
function beginOnceGathered({ rate, seconds, targets }, shape, folder) {
  const names = Object.keys(targets);
  const gathering = new Gathering(shape.usersAt(JOIN_AHEAD_S) * names.length, now());
  artillery().globalEvents.on('phaseCompleted', () => gathering.arrivalsAreOver(now()));
  const timer = setInterval(() => {
    const joined = names.reduce((sum, name) => sum + folder.progress(name).joined, 0);
    const state = gathering.look(joined, now());
    if (state === 'waiting') return;
    clearInterval(timer);
    folder.saveStart(now() + START_AFTER_MS);
    const who =
      state === 'complete' ? 'All have joined' : `${joined} of ${gathering.expected} have joined, nobody new comes`;
    say(`${who}: each sends ${rate} message${rate === 1 ? '' : 's'} a second for ${seconds} s ...`);
  }, GATHER_EVERY_MS);
  return timer;
}

/**
 * Merges what the workers wrote down, compares it with the store, prints the table, sets the exit code.
 * @param {import('./steps.js').Context} context
 */
export async function judgeRun(context) {
  for (const timer of timers) clearInterval(timer);
  const { plan, thresholds } = context.vars;
  const folder = new RunFolder(plan.folder);
  const samples = await watch?.stop();
  const targets = Object.values(plan.targets);
  const ledgers = targets.map(({ name }) => folder.ledger(plan.run, name));
  /** @type {import('../ledger/audit.js').Audit[]} */
  const audits = [];
  for (const [place, { url, lastId }] of targets.entries())
    audits.push(audit(ledgers[place], await readStore(url, lastId)));
  const engine = engineVerdicts(counters);
  const { scenario, users, rate, seconds, messages } = plan;
  const installed = await partsOf('dev');
  const databases = Object.fromEntries(targets.map((target) => [target.name, databaseOf(target, installed)]));
  const result = { plan: { scenario, users, rate, seconds, messages }, databases, audits };
  fs.writeFileSync(path.join(plan.folder, 'result.json'), JSON.stringify(result, null, 2));
  const records = ledgers.map((ledger, place) => {
    const server = facts.get(ledger.target);
    if (!watch || !samples || !server) throw new Error(`${ledger.target} was not watched.`);
    return recordOfRun({
      command: commandLine(),
      plan: { scenario, users, rate, seconds, messages },
      thresholds,
      engine,
      several: targets.length > 1,
      ledger,
      audit: audits[place],
      server: { ...server, database: databases[ledger.target], fresh: false, descriptors: null },
      parts: watch.partsOf(ledger.target),
      samples,
    });
  });
  for (const record of records) saveRunRecord(plan.folder, record);
  say(resultTable(audits, plan));
  const inside = path.relative('.', plan.folder);
  const ofRun = targets.length > 1 ? engine : [];
  for (const line of verdictLines(records, inside.startsWith('..') ? plan.folder : inside, ofRun)) say(line);
  if (outcomeOf(records) === 'failed' || ofRun.length > 0) artillery().suggestedExitCode = 1;
}

/** @returns {string} what was typed, with what was set for it */
function commandLine() {
  const set = Object.entries(process.env).filter(([name]) =>
    /^CHAT_LOAD_(USERS|RATE|SECONDS|NODE|LARAVEL)$/.test(name),
  );
  return [...set.map(([name, value]) => `${name}=${value}`), 'npx artillery', ...process.argv.slice(2)].join(' ');
}

/** @param {number} seconds unless the environment says otherwise */
function settingsOrGiveUp(seconds) {
  try {
    return readSettings(process.env, seconds);
  } catch (error) {
    return giveUp(/** @type {Error} */ (error).message);
  }
}

/** @returns {import('./settings.js').TargetName[]} the scenarios that --scenario-name leaves */
function chosenTargets() {
  const chosen = artillery().testInfo.flags['scenario-name'];
  const names = /** @type {import('./settings.js').TargetName[]} */ (['node', 'laravel']);
  return chosen ? names.filter((name) => new RegExp(chosen).test(name)) : names;
}

/** @param {string} name @param {string} url */
async function lookAt(name, url) {
  try {
    await claim(url);
  } catch (error) {
    return giveUp(/** @type {Error} */ (error).message);
  }
  try {
    const config = await readConfig(url);
    const { cookie } = await logIn(url, AUDITOR);
    const { socketUrl, key, channel, authEndpoint, features } = config;
    const authUrl = authEndpoint && new URL(authEndpoint, url).href;
    return { url, name, lastId: await readLastId(url, cookie), socketUrl, key, channel, authUrl, features };
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return giveUp(`${name}: ${error.message}`);
    const { code, cause, message } = /** @type {any} */ (error);
    return giveUp(
      `${name} does not answer at ${url} (${cause?.code ?? code ?? message}). Start it with: infra/up --detach`,
    );
  }
}

/**
 * A server that was just killed gets some time to come back: what it acknowledged has to be there.
 * @param {string} url @param {number} after
 * @returns {Promise<import('../ledger/ledger.js').ReceivedMessage[] | null>} null where it cannot be read
 */
async function readStore(url, after) {
  for (let tries = 1; ; tries++) {
    try {
      const { cookie } = await logIn(url, AUDITOR);
      return await readAfter(url, cookie, after);
    } catch (error) {
      if (tries === STORE_TRIES) {
        say(`The store of ${url} could not be read: ${/** @type {Error} */ (error).message}`);
        return null;
      }
      await sleep(1000);
    }
  }
}

/** @param {number} startedAt @param {string[]} names @param {RunFolder} folder */
function progressLine(startedAt, names, folder) {
  const parts = names.map((name) => {
    const { joined, sent, acked, delivered, errors } = folder.progress(name);
    const trouble = errors === 0 ? '' : `, ${errors} errors`;
    return `${name}: ${joined} joined, ${sent} sent, ${acked} acknowledged, ${delivered} delivered${trouble}`;
  });
  return `${String(Math.round((Date.now() - startedAt) / 1000)).padStart(3)} s  ${parts.join('  |  ')}`;
}
