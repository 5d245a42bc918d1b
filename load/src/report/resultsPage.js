import fs from 'node:fs';
import path from 'node:path';
import { keepRecords, readRecords } from '../record/recordFiles.js';
import { asMarkdown, tableOf } from './markdown.js';
import { reportOf } from './report.js';
import { commitText, listText } from './sentences.js';
import { svgOf } from './svg.js';
import { ROOT } from '../machine/paths.js';

const DOCS = path.join(ROOT, 'docs');
const KEPT = path.join(DOCS, 'data', 'runs');
const FIGURES = path.join(DOCS, 'figures');
/** Where README.md has the table of the first page. */
const GLANCE = /(?<=<!-- written by load\/report -->\n\n).*?(?=\n\n<!-- -->)/s;

const HEAD = `<!-- Written by load/report from docs/data/runs: do not edit. -->

How the figures are made: [method.md](method.md). The study's own: [load/reference](../load/reference/README.md).`;

/** @param {string[]} commits of load clients and chats */
const measuredAt = (commits) =>
  `Measured at ${listText([...new Set(commits)].map(commitText))}: what changed in the code since then is not measured. ` +
  'Name that commit with a figure that you cite.';

/** @param {import('./report.js').RunRecord[]} records that docs/results.md shall be made of, in place of the earlier */
export function keepRuns(records) {
  keepRecords(records, KEPT);
  writeDocs();
}

/** @param {boolean} [check] instead of writing @returns {0 | 1} 1: the check found a difference */
export function writeDocs(check = false) {
  const records = readRecords([KEPT]);
  const report = reportOf(records);
  const measured = measuredAt(records.flatMap(({ client, server }) => [client.commit, server.commit ?? []].flat()));
  /** @type {Record<string, string>} */
  const files = {};
  const text = asMarkdown(report, (chart) => {
    files[`docs/figures/${chart.id}.svg`] = svgOf(chart);
    return `figures/${chart.id}.svg`;
  });
  files['docs/results.md'] = text.replace('# Results', `# Results\n\n${HEAD}\n\n${measured}`);
  const [, glance] = tableOf(report.glance);
  files['README.md'] = fs
    .readFileSync(path.join(ROOT, 'README.md'), 'utf8')
    .replace(GLANCE, () => `${glance}\n\n${report.limits}`);
  fs.mkdirSync(FIGURES, { recursive: true });
  const differ = Object.keys(files).filter((name) => !holds(path.join(ROOT, name), files[name]));
  const stale = fs.readdirSync(FIGURES).filter((name) => !(`docs/figures/${name}` in files));
  if (check) {
    for (const name of differ) console.error(`${name} is not what docs/data/runs says: run load/report.`);
    for (const name of stale) console.error(`docs/figures/${name} belongs to no chart: run load/report.`);
    for (const why of report.differences) console.error(why);
    return differ.length + stale.length + report.differences.length === 0 ? 0 : 1;
  }
  for (const name of stale) fs.rmSync(path.join(FIGURES, name));
  for (const name of differ) fs.writeFileSync(path.join(ROOT, name), files[name]);
  console.log(`${Object.keys(files).length} files, ${differ.length} of them written anew.`);
  return 0;
}

/** @param {string} file @param {string} text */
const holds = (file, text) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;
