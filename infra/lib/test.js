import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { count } from './counts.js';
import { freeOffset } from './free-port.js';
import { idleProcessors } from './idle-processors.js';
import { instance, loopback, root } from './instance.js';
import { lastUses } from './last-uses.js';
import { loggedFaults, logLengths } from './logged-faults.js';
import { fail, readOptions, usageOf } from './options.js';
import { mongoServer } from './mongo.js';
import { endAll, run } from './run.js';
import { sideBySide } from './side-by-side.js';
import { steps } from './steps.js';

const usage = usageOf('test');
const { positionals, values } = readOptions(usage, { long: { type: 'boolean' } });
const long = Boolean(values.long);

/** So many steps run at once, whatever the machine has to do besides. */
const cores = availableParallelism();
/** One more step begins where, for so long, more than this share of the processors was idle. */
const ROOM = 0.25;
const ROOM_SECONDS = 3;

let offset = Number(process.env.CHAT_TEST_OFFSET || 800);
if (!(Number.isInteger(offset) && offset >= 0 && offset <= 840))
  fail(`CHAT_TEST_OFFSET is ${process.env.CHAT_TEST_OFFSET}, not 0 to 840.`, 2);
const mongo = mongoServer();
const only = mongo === null ? 'laravel' : null;
const instances = {
  page: await pair(),
  embedded: await pair(),
  attacked: await pair(),
  closed: await pair({ joinCode: 'tests-only', lab: true, workers: 4 }),
  lecture: await pair({ lecture: true, load: true, lab: true, workers: 4 }),
  real: await pair({ only, real: true, mongo }),
};
const all = steps(instances, { long });
const known = [...new Set(all.map((step) => step.part))];
const unknown = positionals.find((part) => !known.includes(part));
if (unknown) fail(`There is no part ${unknown}; there are ${known.join(', ')}.`, 2);
const named = positionals.length === 0 ? all : all.filter((step) => positionals.includes(step.part));
const chosen = named.filter(({ left }) => !left);

const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {Map<string, Promise<void>>} */
const ups = new Map();
/** Servers that are being ended, or were. @type {Map<string, Promise<void>>} */
const ends = new Map();
const unused = lastUses(chosen);
/** Pairs start one after the other: at once they take each other's time on a slow machine. */
let starting = Promise.resolve();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    interrupted = true;
    endAll();
    await down();
    process.exit(130);
  });
}
// Much of what a test does is to wait (the contract's 70 s cost its client 7 s of processor): where the processors have
// time left one more begins.
const room = async () => (await idleProcessors(ROOM_SECONDS * 1000)) > ROOM;
const measuring = chosen.filter(({ quiet }) => quiet);
const others = chosen.filter(({ quiet }) => !quiet);
await sideBySide(longestChainFirst(others), { least: cores, most: cores + 3, room }, take);
// Steps that measure begin when no server starts or stops, since that takes processor time.
await Promise.all([...ends.values(), ...measuring.flatMap(({ servers = [] }) => servers.map(isUp))]);
for (const step of measuring) {
  await Promise.all(ends.values());
  await take(step);
}
await down();
const short = chosen.filter((step) => step.short && !step.skip).map((step) => step.title);
if (short.length > 0) console.log(`In their short form, in full with --long: ${short.join('; ')}.`);
const left = named.filter((step) => step.left && !step.skip).map((step) => step.title);
if (left.length > 0) console.log(`Left to --long: ${left.join('; ')}.`);
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

/** @param {Partial<import('./instance.js').Options>} options */
async function pair(options = {}) {
  const mine = await freeOffset(offset);
  offset = mine + 10;
  return instance(`test-${mine}`, {
    ...{ host: loopback, offset: mine, only: null, real: false, load: false },
    ...options,
  });
}

/**
 * Steps that share a server wait for each other and so make chains, the browser suites the longest links: they begin
 * first. The unit tests that wait for minutes stand before the other chains' ends, and what only needs the processor
 * fills the gaps.
 * @param {import('./steps.js').Step[]} list
 */
function longestChainFirst(list) {
  const order = ['browser', 'contract', 'laravel', 'infra', 'node'];
  const rank = (/** @type {import('./steps.js').Step} */ { part, servers }) => {
    if (order.includes(part)) return order.indexOf(part);
    return order.length + (servers ? 0 : part === 'lint' ? 2 : 1);
  };
  return list.toSorted((a, b) => rank(a) - rank(b));
}

async function down() {
  const had = Object.values(instances).filter((it) => ups.has(it.name));
  // Where a signal ends the run, it has ended what was ending servers too: that is done again.
  await Promise.all(had.map((it) => (!interrupted && ends.get(it.name)) || end(it)));
  for (const { name, dir } of had) {
    if (sum.failed === 0) rmSync(dir, { recursive: true });
    else console.log(`The logs of ${name} are in ${join(dir, 'log')}.`);
  }
}

/** @param {import('./instance.js').Instance} it @returns {Promise<void>} */
async function end({ name }) {
  const wasInterrupted = interrupted;
  const { output, status } = await run(['infra/down', '--instance', name]);
  // A signal ends this too, and then it is done again.
  if (status === 0 || interrupted !== wasInterrupted) return;
  console.log(`FAILED  infra/down --instance ${name}\n${output}`);
  sum.failed++;
}

/** @param {import('./steps.js').Step} step */
async function take(step) {
  const began = Date.now();
  const { output, status, logged } = interrupted ? { output: '', status: 1 } : await outcome(step);
  if (interrupted) return new Promise(() => {}); // nothing more is begun; the signal's handler ends the process
  // Servers that only wait cost processor too, and take long to end one after the other.
  for (const it of unused(step)) if (ups.has(it.name)) ends.set(it.name, end(it));
  const counts = step.skip ? { passed: 0, failed: 0, skipped: 1 } : count(step.count, output, status);
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const told = ['passed', 'failed', 'skipped'].map((word) => {
    const n = counts[/** @type {keyof typeof counts} */ (word)];
    return n || word === 'passed' ? `${n} ${word}` : '';
  });
  const why = step.skip ? `: ${step.skip}` : '';
  const verdict = counts.failed ? 'FAILED' : step.skip ? 'skip  ' : 'ok    ';
  console.log(`${verdict}  ${step.title.padEnd(44)} ${told.filter(Boolean).join(', ')}${why} (${seconds} s)`);
  if (!counts.failed) return;
  const faults = logged?.() ?? [];
  const ofServers = faults.length > 0 ? ['', 'Meanwhile its servers logged:', ...faults] : [];
  console.log([telling(output), ...ofServers].join('\n').replace(/^/gm, '        '));
}

/**
 * @param {import('./steps.js').Step} step
 * @returns {Promise<{output: string, status: number, logged?: () => string[]}>} logged: what its servers logged as
 *   faults meanwhile
 */
async function outcome(step) {
  if (step.skip) return { output: '', status: 0 };
  if (step.needs && !existsSync(join(root, step.needs))) {
    return { output: `${step.needs} is not there: nothing was tested.`, status: 1 };
  }
  for (const it of step.servers ?? []) await isUp(it);
  const began = Date.now();
  const tell = (/** @type {string} */ output) => {
    const minutes = Math.round((Date.now() - began) / 60_000);
    console.log(`  ...   ${step.title.padEnd(44)} ${minutes} min so far: ${lastLines(output, 1).slice(0, 120)}`);
  };
  const logs = (step.servers ?? []).map(({ dir }) => join(dir, 'log'));
  const lengths = logs.map(logLengths);
  const logged = () => logs.flatMap((log, n) => loggedFaults(log, lengths[n]));
  return { ...(await run(step.command, { env: step.env, minutes: step.minutes, onProgress: tell })), logged };
}

/** Starts it where nobody did. @param {import('./instance.js').Instance} it */
function isUp(it) {
  if (!ups.has(it.name)) {
    starting = starting.then(() => start(it));
    ups.set(it.name, starting);
  }
  return ups.get(it.name);
}

/** @param {import('./instance.js').Instance} it */
async function start(it) {
  const words = ['--instance', it.name, '--offset', `${it.options.offset}`, '--detach'];
  if (it.options.real) words.push('--real');
  if (it.options.lecture) words.push('--lecture');
  if (it.options.only) words.push('--only', it.options.only);
  // Hundreds of logins are not to measure bcrypt.
  const env = {
    // All people of the tests come from one address.
    CHAT_OVERLOAD_LIMITS: 'off',
    CHAT_BCRYPT_COST: '4',
    CHAT_HOST: loopback,
    CHAT_JOIN_CODE: it.options.joinCode ?? '',
    CHAT_LAB: it.options.lab ? '1' : '',
  };
  await end(it);
  rmSync(it.dir, { recursive: true, force: true });
  const { output, status } = await run(['node', 'infra/lib/up.js', ...words], { env, keepServers: true });
  if (status === 0) return;
  console.log(`FAILED  ${it.name}: the servers for the tests\n${output}`);
  sum.failed++;
}

/** The end of a text. @param {string} text @param {number} lines */
const lastLines = (text, lines) => text.trimEnd().split('\n').slice(-lines).join('\n');

/** The end of what a run wrote: from where it sums up what failed, if it does. @param {string} output */
function telling(output) {
  const from = Math.max(output.lastIndexOf('✖ failing tests:'), output.lastIndexOf('\nFailed:'), 0);
  return lastLines(output.slice(from), 80);
}
