// infra/test: starts servers, runs the steps of steps.js on them (run.js), and sums what each counted (counts.js).
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { machineAddress, newJoinCode } from './classroom.js';
import { count } from './counts.js';
import { mongoServer, mongoUri, redisUrl } from './databases.js';
import { freeOffset } from './freePort.js';
import { instance, loopback } from './instance.js';
import { fail, readOptions, usageOf } from './options.js';
import { endAll, run } from './run.js';
import { keptSettings } from './settings.js';
import { steps } from './steps.js';

/** @typedef {import('./instance.js').Instance} Instance */

const { positionals, values } = readOptions(usageOf('test'), { long: { type: 'boolean', default: false } });
const mongo = mongoServer();
let offset = Number(process.env.CHAT_TEST_OFFSET || 800);
const only = mongo === null ? 'laravel' : null;
/** Two processes of each chat, and one of another host on their databases. */
const several = await pair({ only, real: true, mongo, processes: 2 });
const besides = await pair({ only, real: true, mongo: mongo && mongoUri(several), redis: redisUrl(several) });
const pairs = {
  several,
  besides,
  embedded: await pair({}),
  closed: await pair({
    ...{ host: machineAddress(networkInterfaces()) ?? loopback, joinCode: newJoinCode() },
    ...{ classroom: true, lecture: true, lab: true, workers: 4 },
  }),
  lecture: await pair({ lecture: true, load: true, lab: true, workers: 4 }),
  real: await pair({ only, real: true, mongo }),
};
const { together, last } = steps(pairs, values);
const known = [...new Set([...together, ...last].map(({ part }) => part))];
const unknown = positionals.find((part) => !known.includes(part));
if (unknown) fail(`There is no part ${unknown}; there are ${known.join(', ')}.`, 2);
const isChosen = (/** @type {import('./steps.js').Step} */ { part, onlyLong }) =>
  positionals.length === 0 ? values.long || !onlyLong : positionals.includes(part);

const sum = { passed: 0, failed: 0, skipped: 0 };
/** By name of the pair. @type {Map<string, Promise<void>>} */
const ups = new Map();
/** Pairs start one after the other: at once they take each other's time on a slow machine. */
let starting = Promise.resolve();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    interrupted = true;
    endAll();
    await down(...Object.values(pairs));
    process.exit(130);
  });
}
// A step waits for its servers and browsers half of its time.
await takeAll(together.filter(isChosen), 2 * availableParallelism());
// Servers that only wait take processor time from what measures.
await down(pairs.besides, pairs.several, pairs.closed, pairs.real);
for (const { servers } of last.filter(isChosen)) if (servers) void isUp(servers);
for (const step of last.filter(isChosen)) await take(step);
await down(pairs.embedded, pairs.lecture);
if (!values.long) console.log('Kills and runs were few, and some steps are left to infra/test --long.');
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

/** @param {Partial<import('./instance.js').Options>} options @returns {Promise<Instance>} */
async function pair(options) {
  const mine = await freeOffset(offset);
  offset = mine + 10;
  return instance(`test-${mine}`, { host: loopback, offset: mine, only: null, real: false, load: false, ...options });
}

/**
 * Takes steps at the same time, always the first one whose chats are free.
 * @param {import('./steps.js').Step[]} waiting @param {number} atOnce
 */
async function takeAll(waiting, atOnce) {
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const chatsOf = (/** @type {import('./steps.js').Step} */ { servers, chats = ['node', 'laravel'] }) =>
    servers ? chats.map((chat) => `${servers.name} ${chat}`) : [];
  while (waiting.length + running.size > 0) {
    const at = running.size < atOnce ? waiting.findIndex((step) => !chatsOf(step).some((chat) => used.has(chat))) : -1;
    if (at < 0) {
      await Promise.race(running);
      continue;
    }
    const [step] = waiting.splice(at, 1);
    for (const chat of chatsOf(step)) used.add(chat);
    const done = take(step).then(() => {
      for (const chat of chatsOf(step)) used.delete(chat);
      running.delete(done);
    });
    running.add(done);
  }
}

/** @param {import('./steps.js').Step} step */
async function take({ title, command, count: kind, servers, besides, env, skip }) {
  if (skip) {
    sum.skipped++;
    console.log(`skip    ${title.padEnd(44)} ${skip}`);
    return;
  }
  if (interrupted) return new Promise(() => {}); // the signal's handler ends the process
  for (const it of [servers, besides]) if (it) await isUp(it);
  const began = Date.now();
  const { output, status } = await run(command, { env });
  if (interrupted) return new Promise(() => {});
  const counts = count(kind, output, status);
  const told = /** @type {const} */ (['passed', 'failed', 'skipped']).flatMap((what) => {
    sum[what] += counts[what];
    return counts[what] > 0 || what === 'passed' ? `${counts[what]} ${what}` : [];
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${counts.failed ? 'FAILED' : 'ok    '}  ${title.padEnd(44)} ${told.join(', ')} (${seconds} s)`);
  if (!counts.failed) return;
  const faults = servers ? ['', `Of ${join(servers.dir, 'log')}:`, ...faultsOf(servers)] : [];
  console.log([telling(output), ...faults].join('\n').replace(/^/gm, '        '));
}

/** How others reach the MariaDB of an instance that is up. @param {Instance} it */
function mariadbOf(it) {
  return Object.fromEntries(Object.entries(keptSettings(it)).filter(([name]) => name.startsWith('DB_')));
}

/** Starts it once. @param {Instance} it */
function isUp(it) {
  if (!ups.has(it.name)) {
    starting = starting.then(() => start(it));
    ups.set(it.name, starting);
  }
  return ups.get(it.name);
}

/** @param {Instance} it */
async function start({ name, dir, options }) {
  const words = ['--instance', name, '--offset', `${options.offset}`, '--detach', '--yes'];
  if (options.real) words.push('--real');
  if (options.lecture) words.push('--lecture');
  if (options.classroom) words.push('--classroom');
  if (options.processes) words.push('--processes', `${options.processes}`);
  if (options.only) words.push('--only', options.only);
  const env = {
    // All people of the tests come from one address.
    CHAT_OVERLOAD_LIMITS: 'off',
    // Hundreds of logins are not to measure bcrypt.
    CHAT_BCRYPT_COST: '4',
    CHAT_HOST: options.host,
    CHAT_JOIN_CODE: options.joinCode ?? '',
    ...(options.redis && { REDIS_URL: options.redis, MONGODB_URI: options.mongo ?? '', ...mariadbOf(several) }),
  };
  if (interrupted) return;
  await run(['infra/down', '--instance', name]);
  rmSync(dir, { recursive: true, force: true });
  if (interrupted) return;
  const { output, status } = await run(['node', 'infra/lib/up.js', ...words], { env });
  if (status === 0) return;
  console.log(`FAILED  ${name}: the servers for the tests\n${output}`);
  sum.failed++;
}

/** Stops those that are up, and removes their files unless something failed. @param {Instance[]} its */
async function down(...its) {
  for (const { name, dir } of its.filter(({ name }) => ups.has(name))) {
    ups.delete(name);
    const { output, status } = await run(['infra/down', '--instance', name]);
    if (status !== 0) console.log(`FAILED  infra/down --instance ${name}\n${output}`);
    if (status !== 0) sum.failed++;
    if (sum.failed === 0) rmSync(dir, { recursive: true });
  }
}

/** The last faults that pino, Monolog, nginx and PHP logged. @param {Instance} it @returns {string[]} */
function faultsOf({ dir }) {
  if (!existsSync(join(dir, 'log'))) return [];
  const isFault = /"level":[56]0|\.(ERROR|CRITICAL|ALERT|EMERGENCY):|\[(error|crit|alert|emerg)\]|PHP Fatal/;
  return readdirSync(join(dir, 'log')).flatMap((name) => {
    const lines = readFileSync(join(dir, 'log', name), 'utf8').split('\n');
    const faults = new Set(lines.filter((line) => isFault.test(line)).map((line) => line.slice(0, 300)));
    return [...faults].slice(-6).map((line) => `${name}: ${line}`);
  });
}

/** The end of what a run wrote: from where it sums up what failed, if it does. @param {string} output */
function telling(output) {
  const from = Math.max(output.lastIndexOf('✖ failing tests:'), output.lastIndexOf('\nFailed:'), 0);
  return output.slice(from).trimEnd().split('\n').slice(-80).join('\n');
}
