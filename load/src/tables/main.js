import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, WrongUsage } from '../commandLine.js';
import { asMarkdown } from '../report/markdown.js';
import { reportOf } from '../report/report.js';
import { runLeft } from '../run/runLeft.js';
import { STUDY_TARGETS } from '../server/targets.js';
import { jobsAt } from './jobs.js';

const COMMAND = {
  usage: `load/tables [--quick] [--target ${STUDY_TARGETS.join(',')}] [--only flood|messages]

The study's tables 1 to 4 of every target: load/flood and load/messages at all levels, on a fresh server each, in
shuffled order. What an earlier run of the same commit has measured is not measured again: stop it when you like, and
start it again. Of changed code nothing is taken over.`,
  options: {
    '--quick': 'both ends and the middle of each table, 4 s each',
    '--target T,...': 'some of the targets',
    '--only KIND': 'floods or messages alone',
    '--restart': 'measure everything anew',
    '--embedded': 'on embedded stores, where no server of the MongoDB protocol is at hand',
    '--offset N': 'ports of the fresh servers (the first that are free from 600)',
    '--save FOLDER':
      'where the records go (load/results/tables, tables-quick ...); load/report FOLDER --keep puts them into docs',
  },
  exitCodes: '0 all measured, 1 some runs could not be made, 2 wrong usage.',
};

const RESULTS = fileURLToPath(new URL('../../results', import.meta.url));

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main({ quick, only, save, restart, embedded, offset, ...values }) {
  const targets = /** @type {string[]} */ (values.target?.split(',') ?? STUDY_TARGETS);
  if (only !== undefined && only !== 'flood' && only !== 'messages') throw new WrongUsage();
  const named = ['tables', quick && 'quick', embedded && 'embedded'].filter(Boolean).join('-');
  const { records, failures } = await runLeft(
    targets.flatMap((target) => jobsAt(target, { quick, only })),
    { folder: save ?? path.join(RESULTS, named), restart, which: { embedded, offset, fresh: true } },
  );
  if (records.length > 0) console.log(asMarkdown(reportOf(records)));
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

await runCommand(COMMAND, main);
