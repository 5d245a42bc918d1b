import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../machine/paths.js';
import { readRecords } from '../record/recordFiles.js';
import { readStudy, STUDIES } from './studies.js';
import { studyMarkdown } from './studyTables.js';

export const KEPT = path.join(ROOT, 'docs/data/studies');
export const PAGE = path.join(ROOT, 'docs/studies.md');

const HEAD = `# The other studies

Written by \`load/studies NAME --keep\` from the records under \`data/studies\`. \
Four studies compare servers of the same
kinds by other loads; each is repeated here on small servers of the stacks that it names \
([examples](../examples/README.md))
and on the two chats. Every figure stands beside the study's own, which was measured on another machine: compare the
orders, not the numbers. Several runs of a load are one figure, their median or the study's trimmed mean.

`;

/** @returns {string} docs/studies.md as the kept records say it */
export const studiesText = () =>
  HEAD +
  STUDIES.filter((name) => fs.existsSync(path.join(KEPT, name)))
    .map((name) => studyMarkdown(readStudy(name), readRecords([path.join(KEPT, name)])))
    .join('\n');
