import os from 'node:os';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { valueText } from '../record/numbers.js';
import { countText } from '../report/sentences.js';
import { saveRecord } from '../record/recordFiles.js';
import { readSlo } from '../record/slo.js';
import { measure } from '../run/runJob.js';
import { jobsOf } from '../run/workloads.js';
import { openServer } from '../server/openServer.js';
import { NOT_EMBEDDED, readTarget, TARGET_NAMES } from '../server/targets.js';
import { capacityText, findCapacity } from './findCapacity.js';
import { levelOutcome } from './outcome.js';

const COMMAND = {
  usage: `load/capacity --target T [--slo "p95<=250ms,lost=0"]

Searches the most users that a server bears. It doubles them until a level fails, halves the gap down to 10 %, then
confirms both edges by five runs each. A run passes if every bound holds and neither load client nor machine was full.
If one of them was full first, the answer is "client-limited". The server is started for this command, and again after
a run that did not pass.`,
  options: {
    '--target T': TARGET_NAMES.join(', '),
    '--slo B,...': 'p50, p95, p99 of acks, or delivery.p95 ...; lost; errors, in %',
    '--rate R': 'messages/s of each user (1)',
    '--from N': 'users of the first level (10)',
    '--most N': 'and of the last one (5000)',
    '--seconds S': 'of each run (5)',
    '--warm-up S|0': 'seconds of the same load before, which do not count (1)',
    '--embedded': 'its embedded store instead of a database server',
    '--save FOLDER': 'the answer as a record (load/src/record/schema.json), for load/report',
  },
  exitCodes: '0 there is an answer, 1 no level passed, 2 wrong usage or no server.',
};

await runCommand(COMMAND, async (values) => {
  const { target, slo: bounds = 'p95<=250ms,lost=0', rate = 1, from = 10, most = 5000 } = values;
  const { seconds = 5, 'warm-up': warmUp = 1, embedded, save } = values;
  if (!target) throw new WrongUsage(`Which server? --target of ${TARGET_NAMES.join(', ')}.`);
  const { title, start } = readTarget(target);
  if (embedded && start) throw new WrongUsage(NOT_EMBEDDED);
  const slo = readSlo(bounds);
  const inWords = (/** @type {number} */ users) => `${valueText(users)} users at ${countText(rate, 'message')}/s each`;
  const command = typedCommand('load/capacity');
  /** @type {import('../server/openServer.js').OpenServer | null} */
  let server = null;
  let runs = 0;
  /** @type {Map<number, import('../record/runRecord.js').RunRecord>} the last of each level */
  const records = new Map();
  const outcomeAt = async (/** @type {number} */ level) => {
    server ??= await openServer({ target, embedded, fresh: true, users: most });
    const [job] = jobsOf('messages', { levels: [level], rate, seconds, warmUp, repetitions: 1, command });
    const run = measure(server, { ...job, repetition: ++runs }, () => {});
    const { outcome, why, record } = await levelOutcome(run, slo, os.availableParallelism());
    if (record) records.set(level, record);
    console.error(`${inWords(level)}: ${outcome} (${why.join('; ')})`);
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
    const text = `${title}, ${bounds}: ${capacityText(capacity, inWords)}`;
    console.log(text);
    const bestRecord = records.get(level ?? Math.min(...records.keys()));
    // The answer, as the record of the run at its level.
    if (save && bestRecord) saveRecord(save, { ...bestRecord, kind: 'capacity', notes: [text] });
    return level === null ? 1 : 0;
  } finally {
    await /** @type {any} */ (server)?.stop();
  }
});
