import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCourse } from '../../src/course.js';
import { slidesOf } from '../../slides/slidesOf.js';
import { slidesPage } from '../../slides/slidesPage.js';

const [lab] = await readCourse();
const [chart] = lab.charts;
const [line] = chart.lines;
/** @type {import('../../src/runLab.js').LabRecord} */
const run = {
  ...{ lab: lab.id, number: lab.number, title: lab.title, command: 'course/lab 1', short: false },
  ...{ commit: '0123456', machine: 'a machine', date: '2026-01-01 00:00 UTC', load: 1.5, seconds: 12, steps: [] },
  series: { [chart.key]: { [line.key]: [[1, 2]] } },
  table: { head: ['', 'ms'], rows: [['loop', 12]] },
  claims: lab.claims.map((claim) => ({
    ...{ ...claim, unit: 'ms', ratio: 10, held: true },
    ...{ over: { name: '<loop>', value: 20 }, under: { name: 'pool', value: 2 } },
  })),
  remarks: [],
  held: true,
};

test('each lab asks first, tells the right answer later, shows its run where one was saved, and each slide has notes', () => {
  const slides = slidesOf([{ lab, run }]);
  const ids = slides.map(({ id }) => id);
  const at = (/** @type {string} */ name) => ids.indexOf(`lab-${lab.number}${name}`);
  assert.ok(at('') < at('-run') && at('-run') < at('-chart-1') && at('-chart-1') < at('-seen'), ids.join());
  assert.ok(at('-seen') < at('-why') && at('-why') < at('-exam') && at('-exam') < at('-answer'), ids.join());
  assert.ok(!String(slides[at('')].body).includes(lab.because[0].slice(0, 40)));
  assert.match(String(slides[at('-chart-1')].body), /<svg /);
  for (const { id, notes } of slides) assert.ok(notes.length > 0 && notes.every((note) => `${note}`.trim()), id);
  const unseen = slidesOf([{ lab, run: null }]);
  assert.ok(unseen.every(({ id }) => !/chart|seen/.test(id)));
});

test('the lecture is whole in itself: it loads nothing, and text of a run stays text', async () => {
  const html = await slidesPage([{ lab, run }]);
  assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
  assert.doesNotMatch(html, /\s(src|href)="(?!#)/);
  assert.match(html, /&lt;loop&gt;/);
});
