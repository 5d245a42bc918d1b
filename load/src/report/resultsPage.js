import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { keepRecords, readRecords } from '../record/recordFiles.js';
import { MARKS, SLANTED } from './firstPage.js';
import { notToConclude } from './limits.js';
import { asMarkdown, captionAndTable } from './markdown.js';
import { CHAT_STUDY, HTTP_STUDIES, keptRecordsOf, readHttpStudy, readManifest } from '../reference/manifests.js';
import { reportOf } from './report.js';
import { measuredText } from './sentences.js';
import { studyBlocks } from './studyBlocks.js';
import { svgOf } from './svg.js';

/** @import { RunRecord } from '../record/runRecord.js' */

const FIGURES = path.join(ROOT, 'docs', 'figures');
/** The table of the first page in README.md. */
const GLANCE = /(?<=<!-- written by load\/report -->\n\n).*?(?=\n\n<!-- -->)/s;
/** The commit of docs/results.md in CITATION.cff. */
const CITED_COMMIT = /(?<=it was measured: )[\w-]+/;

const RESULTS_HEAD = `<!-- Written by load/report from docs/data/runs: do not edit. -->

How the figures are made: [method.md](method.md). The study's own: [load/reference](../load/reference/README.md). A
*loop* is one process that takes the next ready event and never waits for one client; *workers* are processes that each
serve one request at a time. Changes of the code after the commit below are not measured: name the commit with a figure
that you cite.`;

const STUDIES_HEAD = `<!-- Written by load/report from docs/data/studies: do not edit. -->

Four studies compare servers of the same kinds by other loads. Each is repeated here on small servers of the stacks that
it names ([examples](../examples/README.md)) and on the two chats. Beside each figure stands the study's own, from
another machine: compare the orders of two servers, not the numbers. The requests of one run depend on each other, so
their orders count once. Orders that were not repeated here stand below their table. Several runs of a load are one
figure, their median or the study's trimmed mean. With a figure cite the commit below its tables. ${SLANTED}`;

/** @param {RunRecord[]} records replace the earlier ones @param {string} [name] the manifest's */
export function keepRuns(records, name = CHAT_STUDY) {
  const folder = keptRecordsOf(name);
  keepRecords(records, folder);
  console.log(`${records.length} records are in ${path.relative('.', folder)} now.`);
  writeDocs();
}

/** @param {boolean} [check] true: compare only, write nothing @returns {0 | 1} 1: the check found a difference */
export function writeDocs(check = false) {
  const { files, differences } = docsOf(readRecords([keptRecordsOf(CHAT_STUDY)]));
  const changed = Object.keys(files).filter((name) => !holds(path.join(ROOT, name), files[name]));
  const figures = fs.existsSync(FIGURES) ? fs.readdirSync(FIGURES) : [];
  const stale = figures.filter((name) => !(`docs/figures/${name}` in files));
  if (check) {
    for (const name of changed) console.error(`${name} is not what docs/data says: run load/report.`);
    for (const name of stale) console.error(`docs/figures/${name} belongs to no chart: run load/report.`);
    for (const difference of differences) console.error(difference);
    return changed.length + stale.length + differences.length === 0 ? 0 : 1;
  }
  fs.mkdirSync(FIGURES, { recursive: true });
  for (const name of stale) fs.rmSync(path.join(FIGURES, name));
  for (const name of changed) fs.writeFileSync(path.join(ROOT, name), files[name]);
  console.log(`${Object.keys(files).length} files, ${changed.length} of them written anew.`);
  return 0;
}

/**
 * @param {RunRecord[]} records those of docs/results.md
 * @returns {{files: Record<string, string>, differences: string[]}} files: texts by path; differences: between runs
 *   that should be alike
 */
function docsOf(records) {
  const { blocks, glance, differences } = reportOf(records);
  const [title, measured, ...chapters] = blocks;
  const { note = '', caution = '' } = readManifest(CHAT_STUDY);
  /** @type {Record<string, string>} */
  const files = {};
  const page = { blocks: [title, { text: RESULTS_HEAD }, measured, { text: `${note} ${caution}` }, ...chapters] };
  files['docs/results.md'] = asMarkdown(page, (chart) => {
    files[`docs/figures/${chart.id}.svg`] = svgOf(chart);
    return `figures/${chart.id}.svg`;
  });
  const studies = HTTP_STUDIES.filter((name) => fs.existsSync(keptRecordsOf(name)));
  files['docs/studies.md'] = asMarkdown({
    blocks: [
      { heading: 'The other studies', level: 1 },
      { text: STUDIES_HEAD },
      ...studies.flatMap((name) => studyBlocks(readHttpStudy(name), readRecords([keptRecordsOf(name)]))),
    ],
  });
  const [, table] = captionAndTable(glance);
  const underTable = [measuredText(records), MARKS, `${notToConclude(records)} ${caution}`];
  files['README.md'] = textOf('README.md').replace(GLANCE, () => [table, ...underTable].join('\n\n'));
  files['CITATION.cff'] = textOf('CITATION.cff').replace(CITED_COMMIT, records[0].client.commit);
  return { files, differences };
}

/** @param {string} name a file's path from the project's root */
const textOf = (name) => fs.readFileSync(path.join(ROOT, name), 'utf8');

/** @param {string} file @param {string} text */
const holds = (file, text) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;
