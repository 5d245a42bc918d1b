import fs from 'node:fs';
import path from 'node:path';
import { runCommand, WrongUsage } from '../../load/src/commandLine.js';
import { failuresText, runAloud, runCourse, testCourse } from './aloud.js';
import { commandOf, readCourse } from './course.js';
import { runLab } from './runLab.js';
import { outdatedDocuments, readRun, saveRun, writeDocuments } from './savedRuns.js';
import { slidesPage } from '../slides/slidesPage.js';

const USAGE = `course/lab                the labs of the course
course/lab NN             runs lab NN (1, 1b, 2 ...): at most 60 s; ends with what was seen, its ratio, and whether the claim held
course/lab --all          runs the whole course
course/lab --docs         writes docs/labs from the labs and from the runs that were saved
course/lab --slides FILE  the lecture as one HTML file, which needs no network, with the pictures of the runs that were saved

Labs that break or change servers start their own; the others need the chats of infra/up --lecture.

  --short           a few seconds a lab: a test that the effect shows, not a picture; with --all a line for each
  --instance NAME   the installation of infra/up --lecture (dev)
  --node URL        its Node.js chat, where it is elsewhere
  --laravel URL     its Laravel chat
  --loop URL        the event loop of its Laravel chat
  --save            keeps the run, and writes the lab's page and pictures in docs/labs from it
  --check           --docs: writes nothing; exits 1 where a page or picture is not what the labs and the saved runs say
  --json            the run as JSON on stdout; progress goes to stderr
  --events          each step and point as it comes, then the run, each as a line of JSON
  --labs FOLDER     labs of another folder

Exit codes: 0 every claim held, 1 an effect did not show, 2 wrong usage, or no server. --all --short: what did not show on a machine that had no
processor time for it is skipped.`;

/** @typedef {import('./course.js').NumberedLab} NumberedLab */

/** @param {Record<string, any>} values @param {string[]} words @returns {Promise<0 | 1>} */
async function main(values, [number]) {
  if (isWrong(values, number)) throw new WrongUsage(USAGE);
  if (values.docs) return documents(values.check);
  const course = await readCourse(values.labs);
  if (values.slides) {
    writeFile(values.slides, await slidesPage(course.map((lab) => ({ lab, run: readRun(lab) }))));
    console.log(`Written: ${values.slides}`);
    return 0;
  }
  if (!values.all && number === undefined) {
    console.log(listOf(course));
    return 0;
  }
  const { short, instance, node, laravel, loop } = values;
  const options = { short, where: { instance, node, laravel, loop } };
  const out = values.json ? process.stderr : process.stdout;
  if (values.all) return wholeCourse(course, options, values, out);
  const lab = find(course, number);
  if (values.events) return printEvents(lab, options);
  const run = await runAloud(lab, options, out);
  await keep([{ lab, run }], values, out);
  if (values.json) console.log(JSON.stringify(run, null, 2));
  return run.held ? 0 : 1;
}

/** For the live page. @param {NumberedLab} lab @param {import('./aloud.js').Options} options @returns {Promise<0 | 1>} */
async function printEvents(lab, options) {
  const print = (/** @type {object} */ event) => console.log(JSON.stringify(event));
  const run = await runLab(lab, { ...options, onEvent: print });
  print({ ended: { ...run, series: undefined, steps: undefined } });
  return run.held ? 0 : 1;
}

/**
 * @param {NumberedLab[]} course @param {import('./aloud.js').Options} options @param {Record<string, any>} values @param {NodeJS.WriteStream} out
 * @returns {Promise<0 | 1>}
 */
async function wholeCourse(course, options, values, out) {
  const all = options.short ? await testCourse(course, options.where, out) : await runCourse(course, options, out);
  const done = all.flatMap(({ lab, run }) => (run ? [{ lab, run }] : []));
  await keep(done, values, out);
  if (values.json) {
    console.log(
      JSON.stringify(
        done.map(({ run }) => run),
        null,
        2,
      ),
    );
  }
  // A test on a machine that has no time for it has neither passed nor failed.
  const skipped = options.short ? all.filter(({ run }) => run?.tooBusy).length : 0;
  const failed = all.filter(({ run }) => !run?.held && !(options.short && run?.tooBusy));
  if (failed.length > 0) out.write(`${failuresText(failed)}\n`);
  const counts = `${all.length - failed.length - skipped} passed, ${failed.length} failed`;
  out.write(`${counts}${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {Array<{lab: NumberedLab, run: import('./runLab.js').LabRecord}>} done @param {Record<string, any>} values @param {NodeJS.WriteStream} out */
async function keep(done, { save }, out) {
  if (save) {
    for (const { lab, run } of done) saveRun(lab, run);
    out.write(`Written: ${(await writeDocuments()).map((name) => `docs/labs/${name}`).join(', ')}\n`);
  }
}

/** @param {string} file @param {string} text */
function writeFile(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** @param {Record<string, any>} values @param {string | undefined} number */
function isWrong({ all, docs, slides, check, save, short }, number) {
  const whats = [all, docs, slides, number !== undefined].filter(Boolean).length;
  // Of a short run there is nothing to look at.
  return whats > 1 || (check && !docs) || (save && (short || docs || slides || whats === 0));
}

/** @param {boolean} check @returns {Promise<0 | 1>} */
async function documents(check) {
  const outdated = check ? await outdatedDocuments() : await writeDocuments();
  if (!check) console.log(`${outdated.length} files under docs/labs written anew.`);
  else for (const name of outdated) console.error(`docs/labs/${name} is not what its lab says: run course/lab --docs.`);
  return check && outdated.length > 0 ? 1 : 0;
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
  return [...lines, '', 'course/lab --help tells the rest.'].join('\n');
}

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
    docs: { type: 'boolean', default: false },
    slides: { type: 'string' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    labs: { type: 'string' },
  },
  main,
  { words: 1 },
);
