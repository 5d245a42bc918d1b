import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, WrongUsage } from '../commandLine.js';
import { keepRecords, readRecords } from '../record/recordFiles.js';
import { asHtmlPage } from './html.js';
import { asMarkdown, tableOf } from './markdown.js';
import { reportOf } from './report.js';
import { svgOf } from './svg.js';

const COMMAND = {
  usage: `load/report RUN... --html FILE
load/report RUN... --keep
load/report [--check]

RUN: records of runs (load/src/record/schema.json), or folders of them. Without RUN it writes docs/results.md, its
figures and the table of README.md from docs/data/runs.`,
  options: {
    '--html FILE': 'one HTML file of them, which needs no network, and beside it the same as Markdown',
    '--keep': 'puts them into docs/data/runs without what happened second by second, and writes docs/results.md anew',
    '--check': `writes nothing; exits 1 where docs/results.md is not what docs/data/runs says, or where runs of a kind
           differ in duration, client, commit or machine`,
  },
  exitCodes: '0 written, 1 --check found a difference, 2 wrong usage or no record.',
  words: Infinity,
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCS = path.join(ROOT, 'docs');
const KEPT = path.join(DOCS, 'data', 'runs');
const FIGURES = path.join(DOCS, 'figures');
/** Where README.md has the table of the first page. */
const GLANCE = /(?<=<!-- written by load\/report -->\n\n).*?(?=\n\n<!-- -->)/s;

const HEAD = `<!-- Written by load/report from docs/data/runs: do not edit. -->

How the figures are made: [method.md](method.md). The study's own: [load/reference](../load/reference/README.md).`;

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
  if (keep) keepRecords(readRecords(runs), KEPT);
  return writeDocs(check);
}

/** @param {boolean} check instead of writing @returns {0 | 1} */
function writeDocs(check) {
  const report = reportOf(readRecords([KEPT]));
  /** @type {Record<string, string>} */
  const files = {};
  const text = asMarkdown(report, (chart) => {
    files[`docs/figures/${chart.id}.svg`] = svgOf(chart);
    return `figures/${chart.id}.svg`;
  });
  files['docs/results.md'] = text.replace('# Results', `# Results\n\n${HEAD}`);
  const [, glance] = tableOf(report.glance);
  files['README.md'] = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8').replace(GLANCE, () => glance);
  const differ = Object.keys(files).filter((name) => !holds(path.join(ROOT, name), files[name]));
  const stale = fs.readdirSync(FIGURES).filter((name) => !(`docs/figures/${name}` in files));
  if (check) {
    for (const name of differ) console.error(`${name} is not what docs/data/runs says: run load/report.`);
    for (const name of stale) console.error(`docs/figures/${name} is of no chart: run load/report.`);
    for (const why of report.apart) console.error(why);
    return differ.length + stale.length + report.apart.length === 0 ? 0 : 1;
  }
  for (const name of stale) fs.rmSync(path.join(FIGURES, name));
  for (const name of differ) fs.writeFileSync(path.join(ROOT, name), files[name]);
  console.log(`${Object.keys(files).length} files, ${differ.length} of them written anew.`);
  return 0;
}

/** @param {string} file @param {string} text */
const holds = (file, text) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;

await runCommand(COMMAND, main);
