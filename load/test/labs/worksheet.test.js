import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCourse } from '../../labs/course.js';
import { worksheetOf } from '../../labs/worksheet.js';

test('the worksheet asks what each lab asks, names what is measured, and gives no answer away', async () => {
  const course = (await readCourse()).map((lab) => ({ lab, run: null }));
  const sheet = worksheetOf(course);
  for (const { lab } of course) {
    assert.ok(sheet.includes(lab.question) && sheet.includes(lab.exam.question), lab.id);
    assert.ok(!sheet.includes(lab.exam.answer) && !sheet.includes(lab.because[0]), lab.id);
  }
  const [{ lab }] = course;
  const [{ key }] = lab.claims;
  const claim = { key, over: { name: 'on the loop', value: 1234.5 }, under: { name: 'on a worker', value: 2 } };
  const named = worksheetOf([{ lab, run: /** @type {any} */ ({ claims: [claim] }) }]);
  assert.match(named, /on the loop: .*on a worker: /);
  assert.doesNotMatch(named, /1.?234/);
});
