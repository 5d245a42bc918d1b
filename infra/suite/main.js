// infra/test runs the steps of steps.js on pairs of chats (pairs.js), and sums their counts (counts.js).
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fail, readArguments } from '../lib/commandLine.js';
import { count } from './counts.js';
import { pairs, start, stop, stopAllNow } from './pairs.js';
import { endCommands, runCommand } from './runCommand.js';
import { steps } from './steps.js';

/** @import { Pair } from './pairs.js' */
/** @import { Step } from './steps.js' */
/** @import { Counts } from './counts.js' */

const { positionals, values } = readArguments('test', { takesWords: true });
const { together, last } = steps(pairs, values);
const parts = [...new Set([...together, ...last].map(({ part }) => part))];
const unknown = positionals.find((part) => !parts.includes(part));
if (unknown) fail(`There is no part ${unknown}; there are ${parts.join(', ')}.`, 2);
const isChosen = (/** @type {Step} */ { part, onlyLong }) =>
  positionals.length === 0 ? values.long || !onlyLong : positionals.includes(part);

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    endCommands();
    stopAllNow();
    process.exit(130);
  });
// Steps wait for servers and browsers half of their time, so more run than there are cores.
await runTogether(together.filter(isChosen), 2 * availableParallelism());
// Idle servers would take processor time from steps that measure.
await stopPairs(pairs.secondHost, pairs.processes, pairs.real);
for (const step of last.filter(isChosen)) await run(step);
await stopPairs(pairs.embedded, pairs.lecture);
if (!values.long) console.log('Kills and runs were few, and some steps are left to infra/test --long.');
console.log(textOf(totals));
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

/**
 * Runs steps at the same time, always the first one whose chats are free.
 * @param {Step[]} waiting @param {number} atOnce
 */
async function runTogether(waiting, atOnce) {
  /** The chats of each running step. @type {Map<Promise<void>, string[]>} */
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const busy = [...running.values()].flat();
    const next = waiting.findIndex((step) => !chatsOf(step).some((chat) => busy.includes(chat)));
    if (next < 0 || running.size === atOnce) {
      await Promise.race(running.keys());
      continue;
    }
    const [step] = waiting.splice(next, 1);
    const done = run(step).then(() => void running.delete(done));
    running.set(done, chatsOf(step));
  }
}

/** Gives the chats that a step needs for itself. @param {Step} step */
function chatsOf({ servers, chats = ['node', 'laravel'] }) {
  return servers ? chats.map((chat) => `${servers.name} ${chat}`) : [];
}

/** @param {Step} step */
async function run({ title, command, count: kind, servers, alsoUp, env, skip }) {
  if (skip) return report(title, { passed: 0, failed: 0, skipped: 1 }, skip);
  try {
    for (const pair of [servers, alsoUp]) if (pair) await start(pair);
  } catch (error) {
    return reportFailure(title, /** @type {Error} */ (error));
  }
  const began = Date.now();
  const { output, status } = await runCommand(command, env);
  const counts = count(kind, output, status);
  report(title, counts, `${textOf(counts)} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (counts.failed > 0)
    console.log([endOf(output), ...(servers ? faultsOf(servers) : [])].join('\n').replace(/^/gm, '        '));
}

/** @param {string} title @param {Counts} counts @param {string} text */
function report(title, counts, text) {
  for (const what of /** @type {const} */ (['passed', 'failed', 'skipped'])) totals[what] += counts[what];
  const state = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'ok' : 'skip';
  console.log(`${state.padEnd(8)}${title.padEnd(44)} ${text}`);
}

/** @param {string} title @param {Error} error */
function reportFailure(title, { message }) {
  report(title, { passed: 0, failed: 1, skipped: 0 }, `\n${message}`);
}

/** Writes `12 passed, 0 failed`, and `, 2 skipped` if some were. @param {Counts} counts */
function textOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Stops pairs that were started, and removes their files unless a test failed. @param {Pair[]} started */
async function stopPairs(...started) {
  for (const pair of started)
    await stop(pair, { keepFiles: totals.failed > 0 }).catch((error) => reportFailure('infra/down', error));
}

/** Reads the last faults that pino, Monolog, nginx and PHP logged. @param {Pair} servers */
function faultsOf({ dir }) {
  const isFault = /"level":[56]0|\.(ERROR|CRITICAL|ALERT|EMERGENCY):|\[(error|crit|alert|emerg)\]|PHP Fatal/;
  return readdirSync(join(dir, 'log')).flatMap((name) => {
    const lines = readFileSync(join(dir, 'log', name), 'utf8').split('\n');
    const faults = new Set(lines.filter((line) => isFault.test(line)));
    return [...faults].slice(-6).map((line) => `${name}: ${line.slice(0, 300)}`);
  });
}

/** Gives a run's summary of its failures, or its last 80 lines. @param {string} output */
function endOf(output) {
  const from = Math.max(output.lastIndexOf('✖ failing tests:'), output.lastIndexOf('\nFailed:'), 0);
  const lines = output.slice(from).trimEnd().split('\n');
  return lines.slice(from > 0 ? 0 : -80).join('\n');
}
