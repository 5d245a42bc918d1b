import fs from 'node:fs';
import path from 'node:path';
import { runCommand, WrongUsage } from '../commandLine.js';
import { readRecords } from '../record/recordFiles.js';
import { keepRuns, writeDocs } from './resultsPage.js';
import { asHtmlPage } from './html.js';
import { asMarkdown } from './markdown.js';
import { reportOf } from './report.js';

const COMMAND = {
  usage: `load/report RUN... --html FILE
load/report RUN... --keep
load/report [--check]

RUN: records of runs (load/src/record/schema.json), or folders of them. Without RUN it writes docs/results.md, its
figures, docs/studies.md, the table of README.md and the commit of CITATION.cff from docs/data.`,
  options: {
    '--html FILE': 'one HTML file of them, which needs no network, and beside it the same as Markdown',
    '--keep': 'puts them into docs/data/runs without what happened second by second, and writes docs/results.md anew',
    '--check': `writes nothing; exits 1 where a page is not what docs/data says, or where runs of a kind of
           docs/results.md differ in duration, warm-up, commit, machine or database`,
  },
  exitCodes: '0 written, 1 --check found a difference, 2 wrong usage or no record.',
  words: Infinity,
};

/** @param {Record<string, any>} values @param {string[]} runs @returns {Promise<0 | 1>} */
async function main({ check, html, keep = false }, runs) {
  if (runs.length > 0 !== (html !== undefined || keep) || (html && keep) || (runs.length > 0 && check))
    throw new WrongUsage();
  if (html) {
    const report = reportOf(readRecords(runs));
    fs.mkdirSync(path.dirname(html), { recursive: true });
    const markdown = path.join(path.dirname(html), `${path.basename(html, path.extname(html))}.md`);
    fs.writeFileSync(html, asHtmlPage(report));
    fs.writeFileSync(markdown, asMarkdown(report));
    console.log(`${html}\n${markdown}`);
    return 0;
  }
  if (!keep) return writeDocs(check);
  keepRuns(readRecords(runs));
  return 0;
}

await runCommand(COMMAND, main);
