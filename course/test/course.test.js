import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { PAGES, readCourse, readPage } from '../src/course.js';
import { withRun } from '../src/saveRun.js';

const course = await readCourse();

for (const lab of course) {
  test(`lab ${lab.number} has unique names, claims that can fail, and a page that shows its saved run`, () => {
    for (const keys of [lab.claims, lab.charts, ...lab.charts.map(({ lines }) => lines)])
      assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length);
    const page = fs.readFileSync(path.join(PAGES, `${lab.id}.md`), 'utf8');
    const saved = JSON.parse(fs.readFileSync(path.join(PAGES, '../data', `lab-${lab.id}.json`), 'utf8'));
    assert.equal(page, withRun(page, saved), 'the block is that of the saved run: course/lab N --save');
    assert.deepEqual(
      saved.claims.map((/** @type {any} */ { key }) => key),
      lab.claims.map(({ key }) => key),
    );
    for (const [index, { key, atLeast = 0, atMost }] of lab.claims.entries()) {
      const effect = 'count' in saved.claims[index] ? 1 : 2;
      assert.ok(atMost !== undefined || atLeast >= effect, `${key}: a claim without an effect cannot fail`);
    }
    assert.ok(saved.held);
    for (const { key } of lab.charts) assert.ok(page.includes(`](${lab.id}-${key}.svg)`), key);
    for (const [, file] of page.matchAll(/\]\(([^)#:]+)\)/g)) assert.ok(fs.existsSync(path.join(PAGES, file)), file);
  });
}

test('a page gives the question, the choices, the right choice and its reasons', () => {
  const page = '# Lab 9: Title\n\n**Why?**\n\n- A: one\n- B: two\n- C: three\n\n## B: two\n\n- for\n- this\n';
  assert.deepEqual(readPage(page), {
    title: 'Title',
    question: 'Why?',
    choices: ['one', 'two', 'three'],
    right: 1,
    because: ['for', 'this'],
  });
  assert.throws(() => readPage(page.replace('## B', '## D')), /A page of a lab has/);
});
