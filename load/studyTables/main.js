import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { rowOf } from '../floods/floodRow.js';
import { runFlood } from '../floods/runFlood.js';
import { saveRow } from '../floods/savedLadder.js';
import { shuffled } from '../messageTest/levels.js';
import { runLevel } from '../messageTest/runLevel.js';
import { provenance } from '../provenance.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { readTarget, TARGET_NAMES } from '../targets/targets.js';
import { jobsOf } from './jobs.js';
import { messagesData } from './messagesData.js';
import { inWords, recordOf, secondsLeft } from './progress.js';
import { printed } from './printed.js';

const USAGE = `load/tables [--quick] [--target ${TARGET_NAMES.join(',')}] [--only flood|messages] [--save]

The study's tables 1 to 4 and figures 3 and 4 of every target: load/flood and load/messages at all levels, on a fresh server each, in shuffled order.
What an earlier run of the same commit has measured is not measured again: stop it when you like, and start it again.

  --quick         both ends and the middle of each table, a few seconds each
  --target T,...  some of the targets
  --only KIND     floods or messages alone
  --restart       measure everything anew
  --embedded      on embedded stores, where no server of the MongoDB protocol is at hand
  --offset K      ports of the fresh servers (the first that are free from 600)
  --save          put the tables into docs/data, for load/report (of a quick run the messages alone)

Exit codes: 0 all measured, 1 some runs could not be made, 2 wrong usage.`;

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));
const DATA = fileURLToPath(new URL('../../docs/data', import.meta.url));

/** @typedef {import('./jobs.js').Job} Job */

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main({ quick, only, save, restart, embedded, offset, ...values }) {
  const targets = values.target?.split(',') ?? TARGET_NAMES;
  if (only !== undefined && only !== 'flood' && only !== 'messages') throw new WrongUsage(USAGE);
  const folder = path.join(FOLDER, ['tables', quick && 'quick', embedded && 'embedded'].filter(Boolean).join('-'));
  const jobs = jobsOf({ targets, quick, only, sends: (target) => readTarget(target).messages.send });
  const { commit } = provenance();
  const fresh = { embedded, ...(offset && { offset: positiveNumber('offset', offset, { whole: true }) }) };
  const left = shuffled(restart ? jobs : jobs.filter((job) => recordOf(job, folder, commit) === null));
  console.error(
    `${jobs.length} runs, ${jobs.length - left.length} of them made before; about ${inWords(secondsLeft(left, []))}.`,
  );

  /** @type {Array<{job: Job, took: number}>} */
  const done = [];
  const failures = [];
  while (left.length > 0) {
    const job = /** @type {Job} */ (left.shift());
    console.error(`${describe(job)} ...`);
    const startedAt = performance.now();
    try {
      saveRecord(path.join(folder, job.file), await run(job, fresh));
    } catch (error) {
      failures.push(`${describe(job)}: ${/** @type {Error} */ (error).message}`);
      console.error(failures.at(-1));
    }
    done.push({ job, took: (performance.now() - startedAt) / 1000 });
    if (left.length > 0) console.error(`${left.length} runs left, about ${inWords(secondsLeft(left, done))}.`);
  }

  const records = jobs.flatMap((job) => recordOf(job, folder, commit) ?? []);
  console.log(printed(records));
  if (save) saveTables(records, quick);
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

/** @param {Job} job @param {{embedded: boolean, offset?: number}} fresh how its server is started @returns {Promise<object>} its record */
function run({ kind, target, users, seconds, warmUp, repetition, client }, fresh) {
  if (kind === 'flood') return runFlood({ target, users, seconds, ...fresh });
  return runLevel({ target, users, seconds, warmUp, repetition, client, ...fresh }, (line) => console.error(line));
}

/** @param {Job} job */
const describe = ({ kind, target, users, client, repetition, seconds }) =>
  `${target}: ${kind === 'flood' ? 'flood' : `messages, ${client}`}, ${users} users, ${seconds} s${repetition > 1 ? `, repetition ${repetition}` : ''}`;

/** @param {any[]} records @param {boolean} quick */
function saveTables(records, quick) {
  for (const { target, ...data } of messagesData(records)) {
    saveRecord(path.join(DATA, `messages-${target}.json`), { target, ...data });
  }
  // A ladder of 20 s a level is not to be mixed with one of 2 s.
  if (quick) return;
  for (const record of records.filter(({ kind }) => kind === 'flood')) {
    const { target, seconds, codePath } = record.plan;
    const ladder = { server: target, what: readTarget(target).title, url: record.server.url, seconds, codePath };
    saveRow(path.join(DATA, `flood-${target}.json`), ladder, rowOf(record));
  }
}

await runCommand(
  USAGE,
  {
    quick: { type: 'boolean', default: false },
    target: { type: 'string' },
    only: { type: 'string' },
    restart: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    offset: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
  main,
);
