import fs from 'node:fs';
import { runCommand, WrongUsage } from '../../load/src/commandLine.js';
import { slidesPage } from '../slides/build.js';
import { labCommand, readCourse } from './course.js';
import { runInTerminal } from './print.js';
import { runLab } from './runLab.js';
import { saveRun } from './saveRun.js';

/** @import { NumberedLab } from './course.js' */
/** @import { LabRecord } from './runLab.js' */

const COMMAND = {
  usage: `course/lab                the labs of the course
course/lab NN             runs lab NN (1, 1b, 2 ...): at most 90 s; ends with what was seen and whether each claim held
course/lab --all          runs the whole course
course/lab --slides FILE  the lecture as one HTML file, which needs no network: the pages of docs/labs as slides

Labs that break or change servers start their own; the others need the chats of infra/up --lecture.`,
  options: {
    '--all': 'every lab, one after the other',
    '--slides FILE': 'writes the slides',
    '--instance NAME': 'the instance of infra/up --lecture (dev)',
    '--save': 'keeps the run: docs/labs/NN.md and its pictures show it',
    '--events': 'each step and point as it comes, then the run, each as a line of JSON',
    '--labs FOLDER': 'labs of another folder',
  },
  exitCodes: '0 every claim held, 1 an effect did not show, 2 wrong usage, or no server.',
  words: 1,
};

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [number]) {
  const { all, save, slides, events, labs, instance = 'dev' } = values;
  const whats = [all, slides, number !== undefined].filter(Boolean).length;
  if (whats > 1 || (save && (slides || whats === 0)) || (events && number === undefined)) throw new WrongUsage();
  const course = await readCourse(labs);
  if (slides) {
    fs.writeFileSync(slides, slidesPage(course));
    console.log(`Written: ${slides}`);
    return 0;
  }
  if (all) return allLabs(course, instance, save);
  if (number === undefined) {
    console.log(listOf(course));
    return 0;
  }
  const lab = course.find((one) => one.number === number.replace(/^0+/, ''));
  if (!lab) throw new WrongUsage(`There is no lab ${number}.\n${listOf(course)}`);
  const run = events ? await printEvents(lab, instance) : await runInTerminal(lab, instance);
  if (save) keep(lab, run);
  return run.held ? 0 : 1;
}

/**
 * Prints a run as JSON lines, for the live page.
 * @param {NumberedLab} lab @param {string} instance
 */
async function printEvents(lab, instance) {
  const print = (/** @type {object} */ event) => console.log(JSON.stringify(event));
  const run = await runLab(lab, { instance, onEvent: print });
  print({ ended: { ...run, series: undefined } });
  return run;
}

/**
 * Runs the labs one after the other, also after one that cannot run.
 * @param {NumberedLab[]} course @param {string} instance @param {boolean} save @returns {Promise<0 | 1>}
 */
async function allLabs(course, instance, save) {
  let passed = 0;
  for (const lab of course) {
    const run = await runInTerminal(lab, instance).catch((error) => void console.error(error));
    const seen = run?.claims.map((claim) => claim.seen).join(', ') ?? 'it could not run';
    console.log(`${run?.held ? 'ok    ' : 'FAILED'}  lab ${lab.number}: ${lab.title}: ${seen}`);
    if (run && save) keep(lab, run);
    if (run?.held) passed++;
  }
  console.log(`${passed} passed, ${course.length - passed} failed`);
  return passed === course.length ? 0 : 1;
}

/** @param {NumberedLab} lab @param {LabRecord} run */
const keep = (lab, run) => console.log(`Written: ${saveRun(lab, run).join(', ')}`);

/** @param {NumberedLab[]} course */
const listOf = (course) =>
  course.map((lab) => `  ${labCommand(lab).padEnd(14)}  ${lab.title}: ${lab.question}`).join('\n') +
  '\n\ncourse/lab --help lists the options.';

await runCommand(COMMAND, main);
