import { runLab } from './runLab.js';
import { letterOf } from './texts.js';

/**
 * @typedef {import('./course.js').NumberedLab} NumberedLab
 * @typedef {import('./runLab.js').LabRecord} LabRecord
 * @typedef {{lab: NumberedLab, run: LabRecord | null}} Done run: null if it could not run
 */

/**
 * Runs a lab and prints its question, its steps as they come, and its results.
 * @param {NumberedLab} lab @param {string} instance @param {NodeJS.WriteStream} out @returns {Promise<LabRecord>}
 */
export async function runInTerminal(lab, instance, out) {
  const choices = lab.choices.map((choice, place) => `  ${letterOf(place)}  ${choice}`);
  out.write(`\nLab ${lab.number}: ${lab.title}\n\n${[lab.question, ...choices].join('\n')}\n\n`);
  /** @param {import('./runLab.js').LabEvent} event */
  const onEvent = (event) => 'step' in event && out.write(`${event.at.toFixed(1).padStart(6)} s  ${event.step}\n`);
  const run = await runLab(lab, { instance, onEvent });
  out.write(`\n${resultsText(lab, run)}\n\n`);
  return run;
}

/**
 * Runs the labs one after the other, prints a line for each, and goes on after a lab that cannot run.
 * @param {NumberedLab[]} course @param {string} instance @param {NodeJS.WriteStream} out @returns {Promise<Done[]>}
 */
export async function runCourse(course, instance, out) {
  /** @type {Done[]} */
  const done = [];
  for (const lab of course) {
    const run = await runInTerminal(lab, instance, out).catch((/** @type {Error} */ error) => {
      out.write(`\n${error.stack}\n\n`);
      return null;
    });
    const seen = run?.claims.map((claim) => claim.seen).join(', ') ?? 'it could not run';
    out.write(`${run?.held ? 'ok    ' : 'FAILED'}  lab ${lab.number}: ${lab.title}: ${seen}\n`);
    done.push({ lab, run });
  }
  return done;
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
    ...lab.because.map((sentence, place) => `${place === 0 ? 'WHY        ' : '           '}${sentence}`),
    '',
    `${verdict} (lab ${run.number}, ${run.seconds.toFixed(0)} s). More: docs/labs/${lab.id}.md`,
  ].join('\n');
}

/** @param {LabRecord['table']} table @returns {string[]} */
function textTable({ head, rows }) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ [first, ...cells]) =>
    [first.padEnd(widths[0]), ...cells.map((cell, place) => cell.padStart(widths[place + 1]))].join('   ');
  return [head, ...rows].map((row) => `  ${line(row)}`);
}
