import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { saveRecord } from '../../load/src/record/saveRecord.js';
import { readCourse } from './course.js';
import { contentsOf, documentOf, restIn, whyIn } from './documents.js';
import { picturesOf } from './pictures.js';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

/** @param {{id: string}} lab @returns {string} where its run is kept that its page in docs/labs shows */
const fileOf = ({ id }) => path.join(DOCS, 'data', `lab-${id}.json`);

/** @param {import('./course.js').NumberedLab} lab @param {import('./runLab.js').LabRecord} run */
export const saveRun = (lab, run) => saveRecord(fileOf(lab), run);

/** @param {import('./course.js').NumberedLab} lab @returns {import('./runLab.js').LabRecord | null} null where none was saved */
export function readRun(lab) {
  const file = fileOf(lab);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

/** @returns {Promise<Record<string, string>>} what stands in docs/labs, by file name, as labs and saved runs say it */
async function labDocuments() {
  const course = (await readCourse()).map((lab) => ({ lab, run: readRun(lab) }));
  const pages = course.map(({ lab, run }) => {
    const name = `${lab.id}.md`;
    return [name, documentOf(lab, run, whyIn(read(name) ?? ''))];
  });
  const pictures = course.flatMap(({ lab, run }) =>
    run ? picturesOf(lab, run).map(({ file, svg }) => [file, svg]) : [],
  );
  return Object.fromEntries([
    ['README.md', contentsOf(course, restIn(read('README.md') ?? ''))],
    ...pages,
    ...pictures,
  ]);
}

/** @returns {Promise<Array<[name: string, text: string]>>} files in docs/labs that are not as labs and saved runs say, and how they should be */
async function outdated() {
  return Object.entries(await labDocuments()).filter(([name, text]) => read(name) !== text);
}

/** @returns {Promise<string[]>} names of files in docs/labs that are not as labs and saved runs say */
export const outdatedDocuments = async () => (await outdated()).map(([name]) => name);

/** @returns {Promise<string[]>} names of the files that it wrote anew */
export async function writeDocuments() {
  const files = await outdated();
  fs.mkdirSync(path.join(DOCS, 'labs'), { recursive: true });
  for (const [name, text] of files) fs.writeFileSync(path.join(DOCS, 'labs', name), text);
  return files.map(([name]) => name);
}

/** @param {string} name @returns {string | null} */
function read(name) {
  const file = path.join(DOCS, 'labs', name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}
