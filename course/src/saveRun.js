import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../load/src/paths.js';
import { markdownTable } from '../../load/src/report/markdownTable.js';
import { INK, renderSvg } from '../../load/src/report/svg.js';
import { knownTarget } from '../../load/src/server/targets.js';
import { PAGES } from './course.js';
import { labOption } from './labOption.js';

/** @import { NumberedLab } from './course.js' */
/** @import { LabRecord } from './runLab.js' */
/** @import { Chart } from './lab.js' */

const BLOCK = /(<!-- run -->)[^]*?(<!-- end of run -->)/;
const SIZE = { width: 880, height: 440 };

/**
 * Saves a run: its points in docs/data, its pictures in docs/labs, and its results between the marks of its page.
 * @param {NumberedLab} lab @param {LabRecord} run
 * @returns {string[]} the files written
 */
export function saveRun(lab, run) {
  const page = `${lab.id}.md`;
  const text = fs.readFileSync(path.join(PAGES, page), 'utf8');
  fs.writeFileSync(path.join(PAGES, page), withRun(text, run));
  const pictures = lab.charts.map((chart) => {
    const picture = `${lab.id}-${chart.key}.svg`;
    fs.writeFileSync(path.join(PAGES, picture), svgOf(chart, run.series[chart.key]));
    return picture;
  });
  // All points of a chart's line go on one line of the file, so that the diff of a new run stays short.
  const data = JSON.stringify(run, null, 1).replace(/\[\s+(-?[\d.e+-]+),\s+(-?[\d.e+-]+|null)\s+\],?\s*/g, '[$1,$2],');
  fs.writeFileSync(path.join(ROOT, `docs/data/lab-${lab.id}.json`), `${data.replaceAll('],]', ']]')}\n`);
  return [page, ...pictures].map((name) => `docs/labs/${name}`);
}

/** @param {string} text a page's @param {LabRecord} run @returns {string} the page with the run's results */
export const withRun = (text, run) =>
  text.replace(BLOCK, (_, begin, end) => `${begin}\n\n${blockOf(run).join('\n\n')}\n\n${end}`);

/** @param {LabRecord} run */
const blockOf = ({ table, claims, remarks, command, seconds, commit, machine, load, date }) => [
  markdownTable(table.head, table.rows, { left: [0] }),
  claims.map(({ held, seen, text }) => `- ${held ? 'Held' : 'Not held'}: **${seen}**. ${text}`).join('\n'),
  ...remarks,
  `\`${command}\`, ${seconds.toFixed(0)} s; commit ${commit}; ${machine}, at load ${load.toFixed(1)}; ${date}.`,
];

/** @param {Chart} chart @param {Record<string, Array<[number, number | null]>>} points keys: lines */
function svgOf(chart, points) {
  const colourOf = (/** @type {string} */ target, /** @type {string} */ other) =>
    knownTarget(target)?.look.colour ?? other;
  return renderSvg(labOption(chart, points, { ...INK, px: 18, colourOf }), SIZE);
}
