import fs from 'node:fs';
import path from 'node:path';
import { runCommand, WrongUsage } from '../commandLine.js';
import { commandOf, readCourse } from './course.js';
import { coursePage } from './coursePage.js';
import { endingOf, letterOf } from './ending.js';
import { progressOf } from './progress.js';
import { runLab } from './runLab.js';
import { outdatedDocuments, saveRun, writeDocuments } from './savedRuns.js';

const USAGE = `load/lab                the labs of the course
load/lab NN             runs lab NN (1, 1b, 2 ...): at most 60 s; ends with what was seen, its ratio, and whether the claim held
load/lab --all          runs the whole course
load/lab --docs         writes docs/labs from the labs and from the runs that were saved

Labs that break or change servers start their own; the others need the chats of infra/up --lecture.

  --short           a few seconds a lab: a test that the effect shows, not a picture
  --instance NAME   the installation of infra/up --lecture (dev)
  --node URL        its Node.js chat, where it is elsewhere
  --laravel URL     its Laravel chat
  --loop URL        the event loop of its Laravel chat
  --save            keeps the run, and writes the lab's page and pictures in docs/labs from it
  --report FILE     --all: the course as one HTML file, which needs no network
  --check           --docs: writes nothing; exits 1 where a page or picture is not what the labs and the saved runs say
  --json            the run as JSON on stdout; progress goes to stderr

Exit codes: 0 every claim held, 1 an effect did not show, 2 wrong usage, or no server.`;

/** @typedef {import('./course.js').NumberedLab} NumberedLab @typedef {import('./runLab.js').LabRecord} LabRecord */

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [number]) {
  if (isWrong(values, number)) throw new WrongUsage(USAGE);
  if (values.docs) return documents(values.check);
  const course = await readCourse();
  if (!values.all && number === undefined) {
    console.log(listOf(course));
    return 0;
  }
  const labs = values.all ? course : [find(course, number)];
  const out = values.json ? process.stderr : process.stdout;
  /** @type {LabRecord[]} */
  const runs = [];
  const failures = [];
  for (const lab of labs) {
    try {
      runs.push(await runAloud(lab, values, out));
    } catch (error) {
      // One that cannot run does not keep the rest of the course from running.
      if (!values.all) throw error;
      failures.push(lab.number);
      out.write(`Lab ${lab.number} could not run: ${/** @type {Error} */ (error).message}\n\n`);
    }
  }
  if (values.save) out.write(`Written: ${(await writeDocuments()).map((name) => `docs/labs/${name}`).join(', ')}\n`);
  if (values.report) {
    const known = (/** @type {LabRecord} */ run) => /** @type {NumberedLab} */ (labs.find(({ id }) => id === run.lab));
    writeFile(values.report, coursePage(runs.map((run) => ({ lab: known(run), run }))));
    out.write(`Written: ${values.report}\n`);
  }
  if (values.json) console.log(JSON.stringify(values.all ? runs : runs[0], null, 2));
  if (!values.all) return runs[0].held ? 0 : 1;
  const missed = runs.filter(({ held }) => !held).map((run) => run.number);
  const failed = failures.length + missed.length;
  if (failed > 0) out.write(`Failed: lab ${[...missed, ...failures].join(', ')}\n`);
  out.write(`${runs.length - missed.length} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** @param {Record<string, any>} values @param {string | undefined} number */
function isWrong({ all, docs, check, report, save, short }, number) {
  const whats = [all, docs, number !== undefined].filter(Boolean).length;
  // Of a short run there is nothing to look at.
  return whats > 1 || (check && !docs) || (report && !all) || (save && (short || docs || whats === 0));
}

/** @param {boolean} check @returns {Promise<0 | 1>} */
async function documents(check) {
  const outdated = check ? await outdatedDocuments() : await writeDocuments();
  if (!check) console.log(`${outdated.length} files under docs/labs written anew.`);
  else for (const name of outdated) console.error(`docs/labs/${name} is not what its lab says: run load/lab --docs.`);
  return check && outdated.length > 0 ? 1 : 0;
}

/** @param {string} file @param {string} text */
function writeFile(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** @param {NumberedLab[]} course @param {string} number @returns {NumberedLab} @throws {WrongUsage} */
function find(course, number) {
  const lab = course.find((one) => one.number === number.replace(/^0+/, ''));
  if (!lab) throw new WrongUsage(`There is no lab ${number}.\n${listOf(course)}`);
  return lab;
}

/** @param {NumberedLab[]} course */
function listOf(course) {
  const lines = course.map((lab) => `  ${commandOf(lab).padEnd(12)}  ${lab.title}: ${lab.question}`);
  return [...lines, '', 'load/lab --help tells the rest.'].join('\n');
}

/** @param {NumberedLab} lab @param {Record<string, any>} values @param {NodeJS.WriteStream} out @returns {Promise<LabRecord>} */
async function runAloud(lab, values, out) {
  const { instance, node, laravel, loop, short } = values;
  out.write(`\nLab ${lab.number}: ${lab.title}\n\n`);
  if (!short) out.write(`${[lab.question, ...lab.predict.choices.map(choice), '', ...lab.runs].join('\n')}\n\n`);
  const progress = progressOf(lab, out);
  try {
    const run = await runLab(lab, { short, where: { instance, node, laravel, loop }, onEvent: progress.tell });
    progress.end();
    out.write(`\n${endingOf(lab, run)}\n\n`);
    if (values.save) saveRun(lab, run);
    return run;
  } finally {
    progress.end();
  }
}

/** @param {string} text @param {number} place */
const choice = (text, place) => `  ${letterOf(place)}  ${text}`;

await runCommand(
  USAGE,
  {
    all: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    instance: { type: 'string', default: 'dev' },
    node: { type: 'string' },
    laravel: { type: 'string' },
    loop: { type: 'string' },
    save: { type: 'boolean', default: false },
    report: { type: 'string' },
    docs: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  main,
  { words: 1 },
);
