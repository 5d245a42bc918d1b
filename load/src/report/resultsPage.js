import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { keepRecords, readRecords } from '../record/recordFiles.js';
import { MARKS, SLANTED } from './firstPage.js';
import { asMarkdown, captionAndTable } from './markdown.js';
import { CHAT_STUDY, HTTP_STUDIES, keptRecordsOf, readHttpStudy, readManifest } from '../reference/manifests.js';
import { reportOf } from './report.js';
import { measuredText } from './sentences.js';
import { studyBlocks } from './studyBlocks.js';
import { svgOf } from './svg.js';

/** @typedef {import('./report.js').RunRecord} RunRecord */

const FIGURES = path.join(ROOT, 'docs', 'figures');
/** Where README.md has the table of the first page. */
const GLANCE = /(?<=<!-- written by load\/report -->\n\n).*?(?=\n\n<!-- -->)/s;
/** Where CITATION.cff names the commit of docs/results.md. */
const CITED_COMMIT = /(?<=it was measured: )[\w-]+/;

const RESULTS_HEAD = `<!-- Written by load/report from docs/data/runs: do not edit. -->

How the figures are made: [method.md](method.md). The study's own: [load/reference](../load/reference/README.md). A
*loop* is one process that takes whatever is ready next and never waits for one client; *workers* are processes that each
serve one request at a time.`;

const STUDIES_HEAD = `<!-- Written by load/report from docs/data/studies: do not edit. -->

Four studies compare servers of the same kinds by other loads; each is repeated here on small servers of the stacks that
it names ([examples](../examples/README.md)) and on the two chats. Beside each figure stands the study's own, which was
measured on another machine: compare the orders, not the numbers. The requests of one run depend on each other, so an
order of two servers counts once for all of them. Several runs of a load are one figure, their median or the study's
trimmed mean. ${SLANTED}`;

/**
 * @param {string} text @param {RunRecord[]} records @param {string} [note] how they were made
 * @returns {import('./report.js').Block[]} what a page says first
 */
const headOf = (text, records, note) => [
  { text },
  {
    text: `${measuredText(records)} What changed in the code since then is not measured. Name the commit with a figure
that you cite.`,
  },
  ...(note ? [{ text: note }] : []),
];

/** @param {RunRecord[]} records that take the place of the earlier ones @param {string} [name] of their manifest */
export function keepRuns(records, name = CHAT_STUDY) {
  const folder = keptRecordsOf(name);
  keepRecords(records, folder);
  console.log(`${records.length} records are in ${path.relative('.', folder)} now.`);
  writeDocs();
}

/** @param {boolean} [check] instead of writing @returns {0 | 1} 1: the check found a difference */
export function writeDocs(check = false) {
  const records = readRecords([keptRecordsOf(CHAT_STUDY)]);
  const report = reportOf(records);
  const [title, ...blocks] = report.blocks;
  /** @type {Record<string, string>} */
  const files = {};
  const head = headOf(RESULTS_HEAD, records, readManifest(CHAT_STUDY).note);
  files['docs/results.md'] = asMarkdown({ blocks: [title, ...head, ...blocks] }, (chart) => {
    files[`docs/figures/${chart.id}.svg`] = svgOf(chart);
    return `figures/${chart.id}.svg`;
  });
  const studies = HTTP_STUDIES.filter((name) => fs.existsSync(keptRecordsOf(name)));
  const ofStudies = studies.map((name) => ({ study: readHttpStudy(name), kept: readRecords([keptRecordsOf(name)]) }));
  files['docs/studies.md'] = asMarkdown({
    blocks: [
      { heading: 'The other studies', level: 1 },
      ...headOf(
        STUDIES_HEAD,
        ofStudies.flatMap(({ kept }) => kept),
      ),
      ...ofStudies.flatMap(({ study, kept }) => studyBlocks(study, kept)),
    ],
  });
  const [, glance] = captionAndTable(report.glance);
  const underTable = [measuredText(records), MARKS, report.limits];
  files['README.md'] = textOf('README.md').replace(GLANCE, () => [glance, ...underTable].join('\n\n'));
  files['CITATION.cff'] = textOf('CITATION.cff').replace(CITED_COMMIT, records[0].client.commit);
  const differ = Object.keys(files).filter((name) => !holds(path.join(ROOT, name), files[name]));
  const figures = fs.existsSync(FIGURES) ? fs.readdirSync(FIGURES) : [];
  const stale = figures.filter((name) => !(`docs/figures/${name}` in files));
  if (check) {
    for (const name of differ) console.error(`${name} is not what docs/data says: run load/report.`);
    for (const name of stale) console.error(`docs/figures/${name} belongs to no chart: run load/report.`);
    for (const difference of report.differences) console.error(difference);
    return differ.length + stale.length + report.differences.length === 0 ? 0 : 1;
  }
  fs.mkdirSync(FIGURES, { recursive: true });
  for (const name of stale) fs.rmSync(path.join(FIGURES, name));
  for (const name of differ) fs.writeFileSync(path.join(ROOT, name), files[name]);
  console.log(`${Object.keys(files).length} files, ${differ.length} of them written anew.`);
  return 0;
}

/** @param {string} name of a file of the project */
const textOf = (name) => fs.readFileSync(path.join(ROOT, name), 'utf8');

/** @param {string} file @param {string} text */
const holds = (file, text) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;
