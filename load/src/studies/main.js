import path from 'node:path';
import { runCommand, typedCommand, WrongUsage } from '../commandLine.js';
import { RESULTS } from '../paths.js';
import { keepRuns } from '../report/resultsPage.js';
import { asMarkdown } from '../report/markdown.js';
import { readManifest, STUDY_NAMES } from '../reference/manifests.js';
import { reportOf } from '../report/report.js';
import { studyBlocks } from '../report/studyBlocks.js';
import { runRemaining } from './runRemaining.js';
import { studyRuns } from './studyRuns.js';

const COMMAND = {
  usage: `load/studies NAME [--quick] [--target T,...]

Measures a study again: chat-study is all of docs/results.md, on fresh chats; the others run on servers of their stacks
(examples/) and on the chats, all on SQLite. Stop it when you like, and start it again: a run with a record of the same
commit is not made again. The blocks of load/reference/NAME.json run in order, the runs of each in any.

${STUDY_NAMES.map((name) => `  ${name.padEnd(16)} ${readManifest(name).title}`).join('\n')}`,
  options: {
    '--quick': 'short runs, one of each load, at few levels',
    '--target T,...': 'some of the servers',
    '--only WORKLOAD': 'the blocks of one workload, such as flood',
    '--embedded': 'all of chat-study on embedded stores, where no server of the MongoDB protocol is at hand',
    '--save FOLDER': 'where the records go (load/results/NAME, NAME-quick)',
    '--keep': `puts the records of these runs, and no others, into docs/data/runs and writes docs/results.md anew; those
           of another study into docs/data/studies, and docs/studies.md`,
  },
  exitCodes: '0 all measured, 1 some runs could not be made, 2 wrong usage.',
  words: 1,
};

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main({ quick = false, target, only, embedded, save, keep }, [name]) {
  if (name === undefined) throw new WrongUsage();
  if (!STUDY_NAMES.includes(name)) throw new WrongUsage(`There is no study ${name}: ${STUDY_NAMES.join(', ')}.`);
  const manifest = readManifest(name);
  if (manifest.embedded && embedded) throw new WrongUsage(`--embedded: ${name} runs on embedded stores anyway.`);
  const command = typedCommand('load/studies');
  const { runs, absent: reasons } = studyRuns(name, { quick, target, only, embedded, command });
  const absent = Object.entries(reasons).map(([server, why]) => `${server} was not measured: ${why}`);
  if (runs.length === 0) throw new WrongUsage(['There is no such run.', ...absent].join('\n'));
  const folder = [name, quick && 'quick', embedded && 'embedded'].filter(Boolean).join('-');
  const { records, failures } = await runRemaining(runs, save ?? path.join(RESULTS, folder));
  if (records.length > 0) {
    const blocks = manifest.kind === 'http' ? studyBlocks(manifest, records) : reportOf(records).blocks;
    console.log(asMarkdown({ blocks }));
  }
  for (const line of absent) console.error(line);
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  if (keep && records.length > 0) keepRuns(records, name);
  return failures.length === 0 ? 0 : 1;
}

await runCommand(COMMAND, main);
