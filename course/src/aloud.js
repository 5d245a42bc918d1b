import { endingOf, letterOf, timesText, verdictText } from './ending.js';
import { progressOf } from './progress.js';
import { runLab } from './runLab.js';

/**
 * @typedef {import('./course.js').NumberedLab} NumberedLab
 * @typedef {import('./runLab.js').LabRecord} LabRecord
 * @typedef {{short: boolean, where: import('./lectureChats.js').Where}} Options
 * @typedef {{lab: NumberedLab, run: LabRecord | null, error?: Error}} Done run: null where it could not run
 */

/**
 * Runs a lab for somebody who looks on: its question, its steps as they come, its ending.
 * @param {NumberedLab} lab @param {Options} options @param {NodeJS.WriteStream} out @returns {Promise<LabRecord>}
 */
export async function runAloud(lab, { short, where }, out) {
  out.write(`\nLab ${lab.number}: ${lab.title}\n\n`);
  if (!short) out.write(`${[lab.question, ...lab.predict.choices.map(choice), '', ...lab.runs].join('\n')}\n\n`);
  const progress = progressOf(lab, out);
  const run = await runLab(lab, { short, where, onEvent: progress.tell }).finally(progress.end);
  out.write(`\n${endingOf(lab, run)}\n\n`);
  return run;
}

/** @param {string} text @param {number} place */
const choice = (text, place) => `  ${letterOf(place)}  ${text}`;

/**
 * One lab after the other; one that cannot run does not keep the rest from running.
 * @param {NumberedLab[]} course @param {Options} options @param {NodeJS.WriteStream} out @returns {Promise<Done[]>}
 */
export async function runCourse(course, options, out) {
  const done = [];
  for (const lab of course) {
    const outcome = await outcomeOf(lab, () => runAloud(lab, options, out));
    if (outcome.error) out.write(`Lab ${lab.number} could not run: ${outcome.error.message}\n\n`);
    done.push(outcome);
  }
  return done;
}

/**
 * The labs as tests: a line for each, and all of it where its effect did not show. Those that start their own servers run beside those that share the
 * lecture's: none of these may run beside another.
 * @param {NumberedLab[]} course @param {Options['where']} where @param {NodeJS.WriteStream} out @returns {Promise<Done[]>}
 */
export async function testCourse(course, where, out) {
  const lanes = /** @type {const} */ (['own', 'lecture']).map(async (servers) => {
    const done = [];
    for (const lab of course.filter((one) => one.servers === servers)) {
      const outcome = await outcomeOf(lab, () => runLab(lab, { short: true, where }));
      out.write(testLine(outcome));
      done.push(outcome);
    }
    return done;
  });
  return (await Promise.all(lanes)).flat();
}

/** @param {NumberedLab} lab @param {() => Promise<LabRecord>} run @returns {Promise<Done>} */
async function outcomeOf(lab, run) {
  try {
    return { lab, run: await run() };
  } catch (error) {
    return { lab, run: null, error: /** @type {Error} */ (error) };
  }
}

/** @param {Done} done @returns {string} */
function testLine({ lab, run }) {
  const seen = run
    ? `${run.claims.map(claimText).join(', ')}; ${run.seconds.toFixed(1)} s${run.tooBusy ? `; ${verdictText(run)}` : ''}`
    : 'it could not run';
  const verdict = run?.held ? 'ok    ' : run?.tooBusy ? 'skip  ' : 'FAILED';
  return `${verdict}  lab ${lab.number}: ${lab.title}: ${seen}\n`;
}

/** @param {import('./runLab.js').Checked} claim */
const claimText = ({ ratio, least }) => `${timesText(ratio)} (at least ${least})`;

/** @param {Done[]} failed @returns {string} all that is known of each */
export function failuresText(failed) {
  const each = failed.map(({ lab, run, error }) => {
    const text = run ? endingOf(lab, run) : (error?.stack ?? '');
    return `lab ${lab.number}: ${lab.title}\n${text}`.replace(/^/gm, '  ');
  });
  return ['Failed:', ...each].join('\n');
}
