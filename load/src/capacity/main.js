import os from 'node:os';
import path from 'node:path';
import { valueText } from '../record/numbers.js';
import { positiveNumber, runCommand, secondsOrNone, typedCommand, WrongUsage } from '../commandLine.js';
import { recordFile } from '../record/recordFile.js';
import { saveRecord } from '../record/saveRecord.js';
import { readTarget, STUDY_TARGETS } from '../server/targets.js';
import { runJob } from '../run/runJob.js';
import { jobsOf } from '../workload/workloads.js';
import { capacityText } from './capacityText.js';
import { findCapacity } from './findCapacity.js';
import { oneServer } from './oneServer.js';
import { outcomeOf } from './outcome.js';
import { readSlo, valueOf } from '../record/slo.js';
import { variedRate, variedUsers } from './varied.js';

const USAGE = `load/capacity --target ${STUDY_TARGETS.join('|')} [--slo "p95<=250ms,lost=0"] [--vary users|rate]

Searches the greatest load that a server bears: doubles until a level does not pass, halves the gap, then confirms both edges. A run passes where every
bound holds, and neither load client nor machine was full; where those are full first, the answer is "client-limited".

  --slo B,...     p50, p95, p99 of acks, or delivery.p95 ...; lost; errors, in %
  --vary users    each sends --rate messages/s (1) and receives everything; --from 10 --most 5000
  --vary rate     messages/s of --users together (50); --from 50 --most 20000
  --seconds S     of each run (5)
  --warm-up S     seconds of the same load before, which do not count (1)
  --precision P   levels are told apart that differ by P % (10)
  --confirm N     runs that have to agree at either edge (5)
  --embedded      its embedded store instead of a database server
  --offset K      ports of its servers (the first that are free from 600)
  --save FOLDER   the answer as a record (load/src/record/schema.json), for load/report
  --json          the answer as JSON on stdout

Each server is a fresh instance of infra/up; after a run that did not pass the next one has a new one.
Exit codes: 0 there is an answer, 1 no level passed, 2 wrong usage or no server.`;

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  if (!STUDY_TARGETS.includes(values.target)) throw new WrongUsage(USAGE);
  const slo = readSlo(values.slo);
  const number = (/** @type {string} */ name, whole = true) => positiveNumber(name, values[name], { whole });
  const varied = variedBy(values, number);
  const { title, chat } = readTarget(values.target);
  const server = oneServer(/** @type {'node' | 'laravel'} */ (chat), {
    embedded: values.embedded,
    ...(values.offset && { offset: number('offset') }),
  });
  const warmUp = secondsOrNone('warm-up', values['warm-up']);
  const wanted = { seconds: number('seconds'), warmUp, repetitions: 1 };
  const command = typedCommand('load/capacity');
  let runs = 0;
  /** @type {Map<number, import('../record/runRecord.js').RunRecord>} the last of each level */
  const records = new Map();
  const measure = async (/** @type {number} */ level) => {
    const { name: instance } = await server.get();
    const which = { target: values.target, instance };
    const { users, rate } = varied.loadOf(level);
    const [job] = jobsOf('messages', { ...wanted, levels: [users], rate });
    const record = await runJob(which, { ...job, command, repetition: ++runs }, () => {});
    records.set(level, record);
    const { outcome, why } = outcomeOf(record, slo, os.availableParallelism());
    const seen = slo.map((bound) => `${bound.name}: ${valueText(valueOf(bound, record))}`);
    console.error(`${varied.inWords(level)}: ${outcome} (${[...why, ...(why.length > 0 ? [] : seen)].join('; ')})`);
    // What an overloaded server still has to do, the next run would wait for.
    if (outcome !== 'passed') await server.end();
    return outcome;
  };

  try {
    const capacity = await findCapacity(measure, {
      from: values.from ? number('from') : varied.from,
      most: values.most ? number('most') : varied.most,
      precision: number('precision', false) / 100,
      confirm: number('confirm'),
    });
    const text = `${title}, ${values.slo}: ${capacityText(capacity, varied.inWords)}`;
    const { target, slo: bounds, vary } = values;
    const answer = {
      target,
      slo: bounds,
      vary,
      unit: varied.unit,
      ...capacity,
      text,
      command,
    };
    console.log(values.json ? JSON.stringify(answer, null, 2) : text);
    const best = records.get(capacity.level ?? Math.min(...records.keys()));
    if (values.save && best) {
      const { level, least, greatest } = capacity;
      const record = {
        ...best,
        kind: 'capacity',
        counts: { ...best.counts, level, least, greatest, runs },
        notes: [text],
      };
      saveRecord(path.join(values.save, recordFile(record)), record);
    }
    return capacity.level === null ? 1 : 0;
  } finally {
    await server.end();
  }
}

/** @param {Record<string, any>} values @param {(name: string, whole?: boolean) => number} number of an option */
function variedBy({ vary, users, rate }, number) {
  if (vary === 'users' && !users) return variedUsers(rate ? number('rate', false) : 1);
  if (vary === 'rate' && !rate) return variedRate(users ? number('users') : 50);
  throw new WrongUsage(vary === 'users' || vary === 'rate' ? `--${vary} varies: --from and --most bound it.` : USAGE);
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    slo: { type: 'string', default: 'p95<=250ms,lost=0' },
    vary: { type: 'string', default: 'users' },
    users: { type: 'string' },
    rate: { type: 'string' },
    from: { type: 'string' },
    most: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '1' },
    precision: { type: 'string', default: '10' },
    confirm: { type: 'string', default: '5' },
    embedded: { type: 'boolean', default: false },
    offset: { type: 'string' },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);
