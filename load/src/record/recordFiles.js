import fs from 'node:fs';
import path from 'node:path';
import { storeOf } from './store.js';

/** @import { RunRecord } from './runRecord.js' */
/** @import { Plan } from './plan.js' */

// typedCommand may put the folder in quotes.
const WHERE_TO = / --save[ =](?:'[^']*'|\\'|[^\s'])+| --keep/g;

/**
 * Names the file of a run's record, so that a resumed study finds it.
 * @param {{kind: string, client: string, embedded?: boolean}} run @param {Plan} plan
 * @returns {string}
 */
export function recordFile({ kind, client, embedded }, plan) {
  const { target, users, rate, workload, request, fault, seconds, repetition = 1 } = plan;
  const load = [
    `${users}users`,
    rate && `${Number(rate.toFixed(1))}per-s`,
    workload !== kind && workload,
    request,
    fault,
    seconds && `${seconds}s`,
  ];
  const words = [kind, target, ...load, embedded && 'embedded', client, repetition].filter(Boolean);
  return `${words.join('-').replace(/[^A-Za-z0-9.-]+/g, '_')}.json`;
}

/** @param {RunRecord} record @returns {string} */
const fileOf = ({ kind, plan, client, server }) =>
  recordFile({ kind, client: client.name, embedded: storeOf({ plan, server }) === 'embedded' }, plan);

/**
 * Writes a record whole or not at all: a resumed run believes every file that it finds.
 * @param {string} folder
 * @param {RunRecord} record
 * @param {string} [name] the file's (a name that no other run has)
 */
export function saveRecord(folder, record, name = `${record.startedAt.replace(/\W+/g, '-')}-${fileOf(record)}`) {
  const file = path.join(folder, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(`${file}.new`, JSON.stringify(record, null, 1) + '\n');
  fs.renameSync(`${file}.new`, file);
}

/**
 * Replaces the records in a folder of docs/data. Each workload has a file with a line for each record, which lacks the
 * series of seconds.
 * @param {RunRecord[]} records @param {string} folder
 * @throws {Error} if two records would have the same file in load/results; then the folder stays as it is
 */
export function keepRecords(records, folder) {
  const named = records
    .map((record) => ({ record, name: fileOf(record) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const twice = named.find(({ name }, index) => name === named[index + 1]?.name);
  // A file's name tells neither database nor commit nor warm-up.
  if (twice)
    throw new Error(`Two records have the name ${twice.name}: keep the runs of one database, commit and warm-up.`);
  const newFolder = `${folder}.new`;
  fs.rmSync(newFolder, { recursive: true, force: true });
  fs.mkdirSync(newFolder, { recursive: true });
  for (const { record } of named) {
    const { workload = record.kind } = record.plan;
    // The folder of the records does not change the run.
    const command = record.command.replace(WHERE_TO, '');
    const line = JSON.stringify({ ...record, command, series: [], findings: [] });
    fs.appendFileSync(path.join(newFolder, `${workload}.jsonl`), `${line}\n`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(newFolder, folder);
}

/**
 * Reads records from files and folders, however deep.
 * @param {string[]} paths
 * @returns {RunRecord[]} records in the order in which the runs began
 * @throws {Error} if a path has no records
 */
export function readRecords(paths) {
  const records = paths.flatMap((start) => {
    const recordsThere = filesIn(start).flatMap(recordsIn);
    if (recordsThere.length === 0) throw new Error(`${start} holds no record of a run: make one with --save.`);
    return recordsThere;
  });
  return records.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

/** @param {string} start @returns {string[]} */
function filesIn(start) {
  if (!fs.existsSync(start)) throw new Error(`There is no ${start}.`);
  if (!fs.statSync(start).isDirectory()) return [start];
  return fs
    .readdirSync(start, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => path.join(start, name));
}

/** @param {string} file JSON or .jsonl @returns {RunRecord[]} its records; [] if it holds something else */
export function recordsIn(file) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return (file.endsWith('.jsonl') ? text.split('\n') : [text]).flatMap((json) => recordOf(json) ?? []);
}

/** @param {string} json @returns {RunRecord | null} */
function recordOf(json) {
  try {
    const record = JSON.parse(json);
    return record.format === 'chat-load-run/1' ? record : null;
  } catch {
    return null;
  }
}
