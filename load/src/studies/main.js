import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, WrongUsage } from '../commandLine.js';
import { keepRecords } from '../record/keepRecords.js';
import { runLeft } from '../run/runLeft.js';
import { KEPT, PAGE, studiesText } from './docs.js';
import { jobsOfStudy, readStudy, STUDIES } from './studies.js';
import { studyMarkdown } from './studyTables.js';

const COMMAND = {
  usage: `load/studies NAME [--quick] [--target T,...]

Repeats a study on servers of its stacks (examples/) and on the chats, all on SQLite, and prints its tables beside the
study's own figures. What an earlier run of the same commit has measured is not measured again: stop it when you like.

${STUDIES.map((name) => `  ${name.padEnd(16)} ${readStudy(name).title}`).join('\n')}`,
  options: {
    '--quick': 'one short run of each',
    '--target T,...': 'some of the servers',
    '--restart': 'measure everything anew',
    '--offset N': 'ports of the fresh chats (the first that are free from 600)',
    '--save FOLDER': 'where the records go (load/results/NAME, NAME-quick)',
    '--keep': 'puts the records into docs/data/studies, and writes docs/studies.md anew',
  },
  exitCodes: '0 all measured, 1 some runs could not be made, 2 wrong usage.',
  words: 1,
};

const RESULTS = fileURLToPath(new URL('../../results', import.meta.url));

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main({ quick = false, target, restart, offset, save, keep }, [name]) {
  if (!STUDIES.includes(name)) throw new WrongUsage();
  const { records, failures } = await runLeft(jobsOfStudy(name, { quick, target }), {
    ...{ folder: save ?? path.join(RESULTS, quick ? `${name}-quick` : name), restart },
    which: { fresh: true, embedded: true, offset },
  });
  if (records.length > 0) console.log(studyMarkdown(readStudy(name), records));
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  if (keep) {
    fs.rmSync(path.join(KEPT, name), { recursive: true, force: true });
    keepRecords(records, path.join(KEPT, name));
    fs.writeFileSync(PAGE, studiesText());
  }
  return failures.length === 0 ? 0 : 1;
}

await runCommand(COMMAND, main);
