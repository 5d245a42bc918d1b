import { globSync } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import * as reporters from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClient } from './harness/client.js';
import { PATIENCE_MS } from './harness/received.js';

const options = /** @type {const} */ ({
  profile: { type: 'string' },
  peer: { type: 'string', default: '' },
  reporter: { type: 'string', default: 'spec' },
  restart: { type: 'string', default: '' },
  kill: { type: 'string', default: '' },
});

/** @param {unknown} error @returns {never} */
function refuse(error) {
  console.error(`${error instanceof Error ? error.message : error}\ncontract/check --help lists the options.`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error);
  }
}

const { values, positionals } = readArguments();
const [url] = positionals;
if (!URL.canParse(url)) refuse('Give the URL of one server.');
const AT_TWO_PROCESSES = 'peers,realtime/delivery,features/presence,features/typing';
const { peer, profile = peer ? AT_TWO_PROCESSES : 'core,realtime,features' } = values;
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = profile.split(',').flatMap((name) => {
  const found = globSync([`${name}.test.js`, `${name}/*.test.js`], { cwd: folder });
  return found.length ? found.sort() : refuse(`There is no profile or file ${name}.`);
});
if (!peer && files.some((file) => file.startsWith('peers/'))) refuse('peers needs --peer.');
/** @type {Record<string, any>} */
const known = reporters;
const Reporter = known[values.reporter] ?? refuse(`There is no reporter ${values.reporter}.`);

// Say once that a server does not answer; otherwise every test file would say it.
for (const each of [url, ...(peer ? [peer] : [])]) await createClient(each).catch(refuse);
Object.assign(process.env, { CHAT_URL: url, CHAT_PEER: peer, CHAT_RESTART: values.restart, CHAT_KILL: values.kill });
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Names of the suites and files that have reported their end. */
const ended = new Set();

/** @param {string[]} chosen files @param {number} atOnce */
function runFiles(chosen, atOnce) {
  const events = run({
    files: [`${folder}harness/runFiles.js`],
    argv: [String(atOnce), ...chosen.map((file) => folder + file)],
    // At its end a process may wait for ever for a compiler thread (nodejs/node#54918).
    execArgv: ['--single-threaded', '--test-force-exit', `--test-timeout=${10 * PATIENCE_MS}`],
  });
  events.on('test:pass', ({ name, details, skip }) => {
    ended.add(name);
    if (skip !== undefined) counts.skipped++;
    else if (details.type !== 'suite') counts.passed++;
  });
  events.on('test:fail', ({ name, details }) => {
    ended.add(name);
    // Count a suite only if it fails by itself (an unreadable file, a hook), not through its tests.
    const { failureType } = /** @type {{failureType?: string}} */ (details.error);
    if (details.type !== 'suite' || failureType !== 'subtestsFailed') counts.failed++;
  });
  return events;
}

/** These files share the list of online users or the limits, so they run one at a time. @param {string} file */
const runsAlone = (file) => /peers|presence|resilience/.test(file);

async function* testEvents() {
  const together = files.filter((file) => !runsAlone(file));
  if (together.length) yield* runFiles(together, 6);
  if (together.length < files.length) yield* runFiles(files.filter(runsAlone), 1);
}

const report = Readable.from(testEvents()).compose(values.reporter === 'spec' ? new Reporter() : Reporter);
report.pipe(process.stdout);
await finished(report);
// If a process ends early, the tests that it had not run count neither as passed nor as failed.
const unfinished = files.filter((file) => !ended.has(file));
if (unfinished.length) console.error(`Not run to their end: ${unfinished.join(', ')}`);
counts.failed += unfinished.length;
// Reporters for machines need standard output for themselves.
const print = ['spec', 'dot'].includes(values.reporter) ? console.log : console.error;
print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
