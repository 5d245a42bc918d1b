import os from 'node:os';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { valueText } from '../record/numbers.js';
import { countText } from '../report/sentences.js';
import { saveRecord } from '../record/recordFiles.js';
import { readSlo, valueOf } from '../record/slo.js';
import { measure } from '../run/runJob.js';
import { jobsOf } from '../run/workloads.js';
import { openServer } from '../server/openServer.js';
import { readTarget, TARGET_NAMES } from '../server/targets.js';
import { capacityText, findCapacity } from './findCapacity.js';
import { outcomeAgainst } from './outcome.js';

const COMMAND = {
  usage: `load/capacity --target T [--slo "p95<=250ms,lost=0"] [--vary users|rate]

Searches the greatest load that a server passes. It doubles the load until a level fails, halves the gap down to 10 %,
then confirms both edges by five runs each. A run passes if every bound holds and neither load client nor machine was
full. If one of them was full first, the answer is "client-limited". The server is started for this command, and again
after a run that did not pass.`,
  options: {
    '--target T': TARGET_NAMES.join(', '),
    '--slo B,...': 'p50, p95, p99 of acks, or delivery.p95 ...; lost; errors, in %',
    '--vary W': 'users (each sends --rate 1), or rate of --users 50 together',
    '--users N': 'where the rate varies (50)',
    '--rate R': 'messages/s of each user, where users vary (1)',
    '--from N': 'the first level (10 users, or 50 messages/s)',
    '--most N': 'the last one (5000 users, or 20000 messages/s)',
    '--seconds S': 'of each run (5)',
    '--warm-up S|0': 'seconds of the same load before, which do not count (1)',
    '--embedded': 'its embedded store instead of a database server',
    '--save FOLDER': 'the answer as a record (load/src/record/schema.json), for load/report',
  },
  exitCodes: '0 there is an answer, 1 no level passed, 2 wrong usage or no server.',
};

/**
 * What may vary: its usual limits, the load of a level and the level in words.
 * @type {Record<string, {from: number, most: number, loadOf: (level: number, fixed: Fixed) => {users: number, rate:
 *   number}, inWords: (level: number, fixed: Fixed) => string}>} rate: of each user
 * @typedef {{users: number, rate: number}} Fixed
 */
const VARIED = {
  users: {
    from: 10,
    most: 5000,
    loadOf: (users, { rate }) => ({ users, rate }),
    inWords: (users, { rate }) => `${valueText(users)} users at ${countText(rate, 'message')}/s each`,
  },
  rate: {
    from: 50,
    most: 20_000,
    loadOf: (rate, { users }) => ({ users, rate: rate / users }),
    inWords: (rate, { users }) => `${valueText(rate)} messages/s of ${valueText(users)} users`,
  },
};

await runCommand(COMMAND, async (values) => {
  const { target, slo: bounds = 'p95<=250ms,lost=0', vary = 'users', embedded, save } = values;
  const { seconds = 5, 'warm-up': warmUp = 1, users = 50, rate = 1 } = values;
  const { title } = readTarget(target);
  if (!(vary in VARIED)) throw new WrongUsage(`--vary ${vary}: expected users or rate.`);
  if (values[vary]) throw new WrongUsage(`--${vary} varies: --from and --most bound it.`);
  const slo = readSlo(bounds);
  const { loadOf, inWords, ...usual } = VARIED[vary];
  const { from = usual.from, most = usual.most } = values;
  const nameOf = (/** @type {number} */ level) => inWords(level, { users, rate });
  const command = typedCommand('load/capacity');
  /** @type {import('../server/openServer.js').OpenServer | null} */
  let server = null;
  let runs = 0;
  /** @type {Map<number, import('../record/runRecord.js').RunRecord>} the last of each level */
  const records = new Map();
  const outcomeAt = async (/** @type {number} */ level) => {
    const load = loadOf(level, { users, rate });
    server ??= await openServer({ target, embedded, fresh: true, users: loadOf(most, { users, rate }).users });
    const how = { levels: [load.users], rate: load.rate, seconds, warmUp, repetitions: 1, command };
    const [job] = jobsOf('messages', how);
    const [record] = await measure(server, { ...job, repetition: ++runs }, () => {});
    records.set(level, record);
    const { outcome, why } = outcomeAgainst(record, slo, os.availableParallelism());
    const seen = slo.map((bound) => `${bound.name}: ${valueText(valueOf(bound, record))}`);
    console.error(`${nameOf(level)}: ${outcome} (${(why.length > 0 ? why : seen).join('; ')})`);
    if (outcome !== 'passed') {
      // The next run would wait for the backlog of an overloaded server.
      await server.stop();
      server = null;
    }
    return outcome;
  };

  try {
    const capacity = await findCapacity(outcomeAt, { from, most });
    const { level } = capacity;
    const text = `${title}, ${bounds}: ${capacityText(capacity, nameOf)}`;
    console.log(text);
    const best = records.get(level ?? Math.min(...records.keys()));
    // The answer, as the record of the run at its level.
    if (save && best) saveRecord(save, { ...best, kind: 'capacity', notes: [text] });
    return level === null ? 1 : 0;
  } finally {
    await /** @type {any} */ (server)?.stop();
  }
});
