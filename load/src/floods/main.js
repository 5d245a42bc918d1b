import path from 'node:path';
import { positiveNumber, runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { RunPrinter } from '../record/printRuns.js';
import { recordFile } from '../record/recordFile.js';
import { saveRecord } from '../record/saveRecord.js';
import { failedVerdicts } from '../record/verdict.js';
import { withServer } from '../server/openServer.js';
import { TARGET_NAMES } from '../server/targets.js';
import { requireAb } from './ab.js';
import { measureFlood } from './floodRecord.js';
import { LADDER } from './ladder.js';

const USAGE = `load/flood --target T[,BASELINE...] --users N [--seconds 20]
load/flood --target T --ladder
load/flood --url URL --users N

Floods GET /empty with ApacheBench at a concurrency of N, without keep-alive, as the study did. With several targets they take turns, and the
first is shown as a multiple of each other.

  --target T       ${TARGET_NAMES.join(', ')}
  --ladder         the study's ten levels, ${LADDER.join(', ')}
  --url URL        any server, or another address of the target
  --repetitions N  of each level (1)
  --instance NAME  the installation of infra/up (dev), whose processes are watched
  --fresh          each run at a chat of its own, on a database server, or --embedded; --offset K for its ports
  --pid P,P        the server's processes, where neither installation nor port tells
  --save FOLDER    a record of each run (load/src/record/schema.json), for load/report
  --json           the records as JSON on stdout

Exit codes: 0 every request got its 2xx, 1 some did not, 2 wrong usage, no server, or no ab.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  if (!(values.target ?? values.url) || values.ladder === (values.users !== undefined)) throw new WrongUsage(USAGE);
  requireAb();
  const levels = values.ladder ? LADDER : [positiveNumber('users', values.users, { whole: true })];
  const seconds = positiveNumber('seconds', values.seconds, { whole: true });
  const repetitions = positiveNumber('repetitions', values.repetitions, { whole: true });
  const { url, instance, fresh, embedded, pid } = values;
  const offset = values.offset ? positiveNumber('offset', values.offset, { whole: true }) : undefined;
  const printer = values.json ? null : new RunPrinter('flood');
  const records = [];
  for (const users of levels) {
    const level = [];
    for (let repetition = 1; repetition <= repetitions; repetition++) {
      for (const target of values.target?.split(',') ?? [undefined]) {
        console.error(`${target ?? url}: ${users} users for ${seconds} s ...`);
        const plan = { users, seconds, repetition, command: typedCommand('load/flood') };
        const which = { target, url, instance, fresh, embedded, offset, pid };
        const record = /** @type {import('../record/runRecord.js').RunRecord} */ (
          /** @type {object} */ (await withServer(which, (server) => measureFlood(server, plan)))
        );
        level.push(record);
        printer?.row(record);
        if (values.save) saveRecord(path.join(values.save, recordFile(record)), record);
      }
    }
    printer?.ratios(level);
    records.push(...level);
  }
  if (values.json) console.log(JSON.stringify(records, null, 2));
  return records.every((record) => failedVerdicts(record).length === 0) ? 0 : 1;
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    users: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    ladder: { type: 'boolean', default: false },
    repetitions: { type: 'string', default: '1' },
    url: { type: 'string' },
    instance: { type: 'string', default: 'dev' },
    fresh: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    offset: { type: 'string' },
    pid: { type: 'string' },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);
