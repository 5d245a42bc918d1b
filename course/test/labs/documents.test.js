import assert from 'node:assert/strict';
import test from 'node:test';
import { readCourse } from '../../src/course.js';
import { contentsOf, documentOf, restIn, whyIn } from '../../src/documents.js';
import { outdatedDocuments } from '../../src/savedRuns.js';

const [lab] = await readCourse();
/** @type {import('../../src/runLab.js').LabRecord} */
const run = {
  ...{ lab: lab.id, number: lab.number, title: lab.title, command: 'course/lab 1', short: false },
  ...{ commit: '0123456', machine: 'a machine', date: '2026-01-01 00:00 UTC', load: 1.5, seconds: 12, steps: [] },
  series: Object.fromEntries(
    lab.charts.map(({ key, lines }) => [
      key,
      Object.fromEntries(
        lines.map((line) => [
          line.key,
          [
            [1, 2],
            [10, 20],
          ],
        ]),
      ),
    ]),
  ),
  table: { head: ['', 'ms'], rows: [['<loop>', 12]] },
  claims: lab.claims.map((claim) => ({
    ...{ ...claim, unit: 'ms', ratio: 10, held: true },
    ...{ over: { name: 'loop', value: 20 }, under: { name: 'pool', value: 2 } },
  })),
  remarks: [],
  held: true,
};

test('docs/labs is what the labs and their saved runs say', async () => {
  assert.deepEqual(await outdatedDocuments(), []);
});

test('a page carries command, commit, machine and date of its run, and keeps what was written by hand', () => {
  const why = '## Why\n\nBecause.';
  const text = documentOf(lab, run, why);
  assert.match(text, /`course\/lab 1`, 12 s; commit 0123456; a machine, at load 1.5; 2026-01-01 00:00 UTC\./);
  assert.match(text, /\*\*10 times\*\* \(at least/);
  assert.equal(whyIn(text), why);
  assert.equal(documentOf(lab, run, whyIn(text)), text);
});

test('the list names each lab with the effect that was seen, and keeps what was written by hand', () => {
  const text = contentsOf([{ lab, run }], 'By hand.\n');
  assert.ok(text.includes(`| [${lab.number}: ${lab.title}](${lab.id}.md) |`));
  assert.match(text, /\| 12 s \| 10 times/);
  assert.equal(contentsOf([{ lab, run }], restIn(text)), text);
});
