import fs from 'node:fs';
import path from 'node:path';
import { positiveNumber, runCommand, secondsOrNone, typedCommand, WrongUsage } from '../commandLine.js';
import { METRICS } from '../record/metrics.js';
import { readRecords } from '../record/readRecords.js';
import { STUDY_TARGETS } from '../server/targets.js';
import { jobsOf } from '../workload/workloads.js';
import { compareRuns, differences, JUDGED, loadKey } from './compareRuns.js';
import { comparisonText } from './comparisonText.js';
import { runInTurns } from './runInTurns.js';

const COMPARABLE = Object.keys(METRICS).filter((name) => METRICS[name].better !== null);

const USAGE = `load/compare A B
load/compare --commits X Y --target ${STUDY_TARGETS.join('|')} [--users 100] [--seconds 10] [--runs 16]

Says whether B is worse than A: records of repeated runs (load/src/record/schema.json), files or folders, 7 a side or more. With --commits it checks both
commits out under var/compare and runs their servers in turns, ABBA, each run at a fresh one, with the load client of this checkout.
A value is a run's, never a delivery's. "No clear difference" does not mean that there is none: fewer or noisier runs show less.

  --metrics M,...   of ${COMPARABLE.join(', ')}
                    (${JUDGED.chat.join(',')}; of floods ${JUDGED.flood.join(',')})
  --least P         a difference below P % is none (5)
  --anyway          compares runs of other machines or other work too, and says so
  --markdown FILE   the same text into a file, for a pull request
  --workload W      with --commits: of load/run (messages)
  --rate R          with --commits: as load/run takes it
  --warm-up S       with --commits: seconds of the same load before (3)
  --embedded        with --commits: servers on their embedded stores
  --offset K        with --commits: their ports (the first that are free from 600)
  --save FOLDER     with --commits: where the records go (load/results/compare-...)

Exit codes: 0 B is not clearly worse, 1 it is, or runs of it failed and none of A, 2 wrong usage or runs that are not alike.`;

/** @param {Record<string, any>} values @param {string[]} places @returns {Promise<0 | 1>} */
async function main(values, places) {
  const metrics = values.metrics?.split(',');
  const unknown = metrics?.find((/** @type {string} */ name) => !COMPARABLE.includes(name));
  if (unknown !== undefined) throw new WrongUsage(`--metrics ${unknown}: there is ${COMPARABLE.join(', ')}.`);
  const least = Number(values.least);
  if (!(least >= 0)) throw new WrongUsage(`--least ${values.least}: a number of % belongs there.`);
  if (places.length !== (values.commits ? 1 : 2)) throw new WrongUsage(USAGE);
  const { a, b } = values.commits
    ? await runInTurns(planOf(values, places[0]), (line) => console.error(line))
    : { a: readRecords([places[0]]), b: readRecords([places[1]]) };

  const although = differences(a, b);
  if (although.length > 0 && !values.anyway) {
    throw new Error(`These runs are not alike:\n  ${although.join('\n  ')}\n--anyway compares them all the same.`);
  }
  const loads = new Set(a.map(loadKey));
  if (!b.some((run) => loads.has(loadKey(run)))) throw new Error('No load of A is one of B: nothing can be compared.');
  const comparison = compareRuns(a, b, { metrics, least });
  const text = comparisonText(comparison, { a, b, although });
  console.log(text);
  if (values.markdown) fs.writeFileSync(values.markdown, text);
  return comparison.worse ? 1 : 0;
}

/** @param {Record<string, any>} values @param {string} other @returns {import('./runInTurns.js').TurnsPlan} */
function planOf(values, other) {
  if (!STUDY_TARGETS.includes(values.target)) throw new WrongUsage(USAGE);
  const number = (/** @type {string} */ name, whole = true) => positiveNumber(name, values[name], { whole });
  const [job] = jobsOf(values.workload, {
    ...{ levels: [number('users')], seconds: number('seconds'), repetitions: 1 },
    warmUp: secondsOrNone('warm-up', values['warm-up']),
    ...(values.rate && { rate: number('rate', false) }),
  });
  return {
    ...{
      target: values.target,
      embedded: values.embedded,
      commits: [values.commits, other],
      runs: number('runs'),
      job,
    },
    command: typedCommand('load/compare'),
    ...(values.offset && { offset: number('offset') }),
    folder: values.save ?? path.join('load', 'results', `compare-${new Date().toISOString().replace(/[:.]/g, '-')}`),
  };
}

await runCommand(
  USAGE,
  {
    commits: { type: 'string' },
    target: { type: 'string' },
    users: { type: 'string', default: '100' },
    rate: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    runs: { type: 'string', default: '16' },
    workload: { type: 'string', default: 'messages' },
    embedded: { type: 'boolean', default: false },
    offset: { type: 'string' },
    save: { type: 'string' },
    metrics: { type: 'string' },
    least: { type: 'string', default: '5' },
    anyway: { type: 'boolean', default: false },
    markdown: { type: 'string' },
  },
  main,
  { words: 2 },
);
