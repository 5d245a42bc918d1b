import path from 'node:path';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { RESULTS } from '../paths.js';
import { readRecords } from '../record/recordFiles.js';
import { CHAT_TARGETS } from '../server/targets.js';
import { jobsOf } from '../run/workloads.js';
import { compareRuns, differences, loadKey } from './compareRuns.js';
import { comparisonText } from './comparisonText.js';
import { runInTurns } from './runInTurns.js';

/** @import { Trial } from './runInTurns.js' */

const COMMAND = {
  usage: `load/compare A B
load/compare --commits X Y --target T

Says, as Markdown, whether B is worse than A: records of repeated runs (load/src/record/schema.json), files or folders,
7 a side or more. With --commits it checks both commits out under var/compare and runs their servers in turns, ABBA,
each run at a fresh one, with the load client of this checkout. A value is a run's, never a delivery's. "No clear
difference" does not mean that there is none: fewer or noisier runs show less.`,
  options: {
    '--commits X': 'of the servers, with Y after it; and with it:',
    '--target T': CHAT_TARGETS.join(', '),
    '--workload W': 'of load/run (messages)',
    '--users N': '(100)',
    '--rate R': 'as load/run takes it',
    '--seconds S': '(10)',
    '--warm-up S|0': 'seconds of the same load before (3)',
    '--runs N': 'of each commit (16)',
    '--embedded': 'servers on their embedded stores',
    '--save FOLDER': 'where the records go (load/results/compare-...)',
  },
  exitCodes: '0 B is not clearly worse, 1 it is, also by its failed runs, 2 wrong usage or runs that are not alike.',
  words: 2,
};

await runCommand(COMMAND, async (values, words) => {
  if (words.length !== (values.commits ? 1 : 2))
    throw new WrongUsage(words.length > 0 || values.commits ? 'Two are compared: A B, or --commits X Y.' : '');
  const { a, b } = values.commits
    ? await runInTurns(trialOf(values, words[0]), (line) => console.error(line))
    : { a: readRecords([words[0]]), b: readRecords([words[1]]) };
  const unlike = differences(a, b);
  if (unlike.length > 0) throw new Error(`These runs are not alike:\n  ${unlike.join('\n  ')}`);
  const loads = new Set(a.map(loadKey));
  if (!b.some((run) => loads.has(loadKey(run)))) throw new Error('No load of A is one of B: nothing can be compared.');
  const comparison = compareRuns(a, b);
  console.log(comparisonText(comparison, { a, b }));
  return comparison.worse ? 1 : 0;
});

/** @param {Record<string, any>} values @param {string} secondCommit @returns {Trial} */
function trialOf({ commits, target, embedded, runs = 16, save, ...load }, secondCommit) {
  if (!CHAT_TARGETS.includes(target)) throw new WrongUsage(`--commits needs --target of ${CHAT_TARGETS.join(', ')}.`);
  const { workload = 'messages', users = 100, rate, seconds = 10, 'warm-up': warmUp = 3 } = load;
  const command = typedCommand('load/compare');
  const [job, ...further] = jobsOf(workload, { levels: [users], rate, seconds, warmUp, repetitions: 1, command });
  if (further.length > 0) throw new WrongUsage(`--workload ${workload}: it makes one of its requests a run.`);
  return {
    commits: [commits, secondCommit],
    target,
    embedded,
    job,
    runs,
    folder: save ?? path.join(RESULTS, `compare-${new Date().toISOString().replace(/[:.]/g, '-')}`),
  };
}
