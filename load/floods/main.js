import { beAloneAt } from '../machine/alone.js';
import { provenance } from '../provenance.js';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { failuresOf, floodLevel } from './floodLevel.js';
import { TARGET_NAMES } from '../targets/targets.js';
import { findFloodTarget } from './floodTarget.js';
import { saveRow } from './savedLadder.js';

// The study's ten levels (tables 1 and 2).
const LADDER = [1, 5, 10, 100, 300, 500, 1000, 5000, 10_000, 20_000];

const USAGE = `load/flood --target ${TARGET_NAMES.join('|')} --users N [--seconds 20] [--json]
load/flood --target T --ladder
load/flood --url URL --users N

Floods GET /empty with ApacheBench at a concurrency of N, without keep-alive, as the study did.

  --ladder        the study's ten levels, ${LADDER.join(', ')}
  --url URL       another address than the target's usual one; without --target any server's
  --instance NAME the installation of infra/up (dev), whose processes are watched
  --pid PID,...   the server's processes, where neither installation nor port tells
  --save FILE     put each row into this JSON file, in the place of an earlier one of the same level
  --json          the rows as JSON on stdout

Exit codes: 0 every request got its 2xx, 1 some did not, 2 wrong usage or no server.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  if (!(values.target ?? values.url) || values.ladder === (values.users !== undefined)) throw new WrongUsage(USAGE);
  const levels = values.ladder ? LADDER : [positiveNumber('users', values.users, { whole: true })];
  const seconds = positiveNumber('seconds', values.seconds, { whole: true });
  const target = await findFloodTarget(/** @type {any} */ (values));
  beAloneAt(target.url);
  const rows = [];
  if (!values.json) console.log(HEAD);
  for (const users of levels) {
    console.error(`${target.what}: ${users} users for ${seconds} s ...`);
    const which = values.target ? `--target ${target.name}` : `--url ${target.url}`;
    const command = `load/flood ${which} --users ${users} --seconds ${seconds}`;
    const row = { ...(await floodLevel(target, users, seconds)), command, ...provenance() };
    rows.push(row);
    if (!values.json) console.log(line(row));
    if (values.save) saveRow(values.save, { server: target.name, what: target.what, url: target.url, seconds }, row);
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  return rows.some((row) => failuresOf(row) > 0 || row.notes.some((note) => note.includes('ended with'))) ? 1 : 0;
}

const HEAD =
  '   users  requests  requests/s   CPU %   RAM MB    p50    p95    p99 ms   no answer   other codes  refused  reset  timed out  other';

/** @param {import('./floodLevel.js').FloodRow} row */
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
    pid: { type: 'string' },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);
