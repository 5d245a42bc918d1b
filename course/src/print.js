import { runLab } from './runLab.js';
import { letterOf } from './texts.js';

/** @import { NumberedLab } from './course.js' */
/** @import { LabEvent, LabRecord } from './runLab.js' */

/**
 * Runs a lab and prints its question, its steps as they come, and its results.
 * @param {NumberedLab} lab @param {string} instance @returns {Promise<LabRecord>}
 */
export async function runInTerminal(lab, instance) {
  const choices = lab.choices.map((choice, index) => `  ${letterOf(index)}  ${choice}`);
  console.log(`\nLab ${lab.number}: ${lab.title}\n\n${[lab.question, ...choices].join('\n')}\n`);
  /** @param {LabEvent} event */
  const onEvent = (event) => 'step' in event && console.log(`${event.at.toFixed(1).padStart(6)} s  ${event.step}`);
  const run = await runLab(lab, { instance, onEvent });
  console.log(`\n${resultsText(lab, run)}\n`);
  return run;
}

/** @param {NumberedLab} lab @param {LabRecord} run @returns {string} measured values, claims and reasons */
export function resultsText(lab, run) {
  const verdict = run.held ? 'The claim held' : 'THE EFFECT DID NOT SHOW';
  return [
    ...textTable(run.table),
    '',
    ...run.claims.map((claim) => `${claim.held ? 'Held' : 'NOT HELD'}: ${claim.seen}. ${claim.text}`),
    ...run.remarks.map((remark) => `Note: ${remark}`),
    '',
    `RIGHT IS   ${letterOf(lab.right)}: ${lab.choices[lab.right]}`,
    ...lab.because.map((sentence, index) => `${index === 0 ? 'WHY        ' : '           '}${sentence}`),
    '',
    `${verdict} (lab ${run.number}, ${run.seconds.toFixed(0)} s). More: docs/labs/${lab.id}.md`,
  ].join('\n');
}

/** @param {LabRecord['table']} table @returns {string[]} */
function textTable({ head, rows }) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ [first, ...cells]) =>
    [first.padEnd(widths[0]), ...cells.map((cell, index) => cell.padStart(widths[index + 1]))].join('   ');
  return [head, ...rows].map((row) => `  ${line(row)}`);
}
