import os from 'node:os';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { valueText } from '../record/numbers.js';
import { saveRecord } from '../record/recordFiles.js';
import { readSlo, valueOf } from '../record/slo.js';
import { runJob } from '../run/runJob.js';
import { startFreshInstance } from '../server/freshInstance.js';
import { mustBeStudyTarget, readTarget, STUDY_TARGETS } from '../server/targets.js';
import { jobsOf } from '../run/workloads.js';
import { capacityText, findCapacity } from './findCapacity.js';
import { outcomeAgainst } from './outcome.js';

const COMMAND = {
  usage: `load/capacity --target ${STUDY_TARGETS.join('|')} [--slo "p95<=250ms,lost=0"] [--vary users|rate]

Searches the greatest load that a server passes. It doubles the load until a level fails, halves the gap down to 10 %,
then confirms both edges by five runs each. A run passes if every bound holds and neither load client nor machine was
full. If one of them was full first, the answer is "client-limited". Each server is a fresh instance of infra/up, and
after a run that did not pass a new one is started.`,
  options: {
    '--target T': STUDY_TARGETS.join(', '),
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

const LIMITS = { users: { from: 10, most: 5000 }, rate: { from: 50, most: 20_000 } };

await runCommand(COMMAND, async (values) => {
  const { target, slo: bounds = 'p95<=250ms,lost=0', vary = 'users', embedded, save } = values;
  const { seconds = 5, 'warm-up': warmUp = 1, users = 50, rate = 1, from, most } = values;
  const { title, implementation } = readTarget(mustBeStudyTarget(target));
  if (!(vary in LIMITS)) throw new WrongUsage(`--vary ${vary}: expected users or rate.`);
  if (values[vary]) throw new WrongUsage(`--${vary} varies: --from and --most bound it.`);
  const slo = readSlo(bounds);
  const usual = LIMITS[/** @type {'users' | 'rate'} */ (vary)];
  const ofUsers = vary === 'users';
  const loadOf = (/** @type {number} */ level) =>
    ofUsers ? { levels: [level], rate } : { levels: [users], rate: level / users };
  const inWords = (/** @type {number} */ level) =>
    ofUsers
      ? `${valueText(level)} users at ${valueText(rate)} message${rate === 1 ? '' : 's'}/s each`
      : `${valueText(level)} messages/s of ${valueText(users)} users`;
  const command = typedCommand('load/capacity');
  /** @type {import('../server/freshInstance.js').FreshInstance | null} */
  let server = null;
  let runs = 0;
  /** @type {Map<number, import('../record/runRecord.js').RunRecord>} the last of each level */
  const records = new Map();
  const measure = async (/** @type {number} */ level) => {
    server ??= await startFreshInstance(/** @type {'node' | 'laravel'} */ (implementation), { embedded });
    const [job] = jobsOf('messages', { ...loadOf(level), seconds, warmUp, repetitions: 1, command });
    const which = { target, instance: server.name };
    const [record] = await runJob(which, { ...job, repetition: ++runs }, () => {});
    records.set(level, record);
    const { outcome, why } = outcomeAgainst(record, slo, os.availableParallelism());
    const seen = slo.map((bound) => `${bound.name}: ${valueText(valueOf(bound, record))}`);
    console.error(`${inWords(level)}: ${outcome} (${(why.length > 0 ? why : seen).join('; ')})`);
    if (outcome !== 'passed') {
      // The next run would wait for the backlog of an overloaded server.
      await server.stop();
      server = null;
    }
    return outcome;
  };

  try {
    const capacity = await findCapacity(measure, { from: from ?? usual.from, most: most ?? usual.most });
    const { level } = capacity;
    const text = `${title}, ${bounds}: ${capacityText(capacity, inWords)}`;
    console.log(text);
    const best = records.get(level ?? Math.min(...records.keys()));
    // The answer, as the record of the run at its level.
    if (save && best) saveRecord(save, { ...best, kind: 'capacity', notes: [text] });
    return level === null ? 1 : 0;
  } finally {
    await /** @type {any} */ (server)?.stop();
  }
});
