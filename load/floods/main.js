import path from 'node:path';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { recordFile } from '../runRecord/recordFile.js';
import { knownTarget, TARGET_NAMES } from '../targets/targets.js';
import { rowOf } from './floodRow.js';
import { LADDER } from './ladder.js';
import { runFlood } from './runFlood.js';
import { saveRow } from './savedLadder.js';

const USAGE = `load/flood --target ${TARGET_NAMES.join('|')} --users N [--seconds 20] [--json]
load/flood --target T --ladder
load/flood --url URL --users N

Floods GET /empty with ApacheBench at a concurrency of N, without keep-alive, as the study did.

  --ladder        the study's ten levels, ${LADDER.join(', ')}
  --url URL       another address than the target's usual one; without --target any server's
  --instance NAME the installation of infra/up (dev), whose processes are watched
  --pid PID,...   the server's processes, where neither installation nor port tells
  --fresh         each level at a fresh instance of its own, started and ended by this command
  --embedded      the fresh ones on their embedded stores
  --save FILE     put each row into this JSON file, in the place of an earlier one of the same level
  --records DIR   a record of each level as well (load/runRecord/schema.json)
  --json          the records as JSON on stdout

Exit codes: 0 every request got its 2xx, 1 some did not, 2 wrong usage, no server, or no ab.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  if (!(values.target ?? values.url) || values.ladder === (values.users !== undefined)) throw new WrongUsage(USAGE);
  const levels = values.ladder ? LADDER : [positiveNumber('users', values.users, { whole: true })];
  const seconds = positiveNumber('seconds', values.seconds, { whole: true });
  const which = values.url && !values.target ? { url: values.url } : { target: values.target, url: values.url };
  const instance = values.fresh ? undefined : values.instance;
  const what = knownTarget(values.target)?.title ?? values.url;
  const records = [];
  if (!values.json) console.log(HEAD);
  for (const users of levels) {
    console.error(`${what}: ${users} users for ${seconds} s ...`);
    const record = await runFlood({ ...which, instance, pid: values.pid, embedded: values.embedded, users, seconds });
    records.push(record);
    const row = rowOf(record);
    if (!values.json) console.log(line(row));
    const ladder = { server: row.server, what, url: record.server.url, seconds, codePath: record.plan.codePath };
    if (values.save) saveRow(values.save, ladder, row);
    if (values.records) saveRecord(path.join(values.records, recordFile(record)), record);
  }
  if (values.json) console.log(JSON.stringify(records, null, 2));
  return records.every(({ verdicts }) => verdicts.every(({ passed }) => passed)) ? 0 : 1;
}

const HEAD =
  '   users  requests  requests/s   CPU %   RAM MB    p50    p95    p99 ms   no answer   other codes  refused  reset  timed out  other';

/** @param {import('./floodRow.js').FloodRow} row */
function line(row) {
  const cells = [
    [row.users, 8],
    [row.requests, 10],
    [row.requests_per_s, 12],
    [row.cpu_percent, 8],
    [row.ram_mb, 9],
    [row.p50, 7],
    [row.p95, 7],
    [row.p99, 7],
    [row.empty, 15],
    [row.other_codes, 14],
    [row.refused, 9],
    [row.reset, 7],
    [row.timeouts, 11],
    [row.exceptions, 7],
  ];
  return (
    cells.map(([value, width]) => String(value).padStart(width)).join('') +
    row.notes.map((note) => `\n          ${note}`).join('')
  );
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    users: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    ladder: { type: 'boolean', default: false },
    url: { type: 'string' },
    instance: { type: 'string', default: 'dev' },
    fresh: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    pid: { type: 'string' },
    save: { type: 'string' },
    records: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);
