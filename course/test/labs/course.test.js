import assert from 'node:assert/strict';
import test from 'node:test';
import { readCourse } from '../../src/course.js';

const course = await readCourse();

for (const lab of course) {
  test(`lab ${lab.number} is whole: a choice that is right, claims and lines of names of their own`, () => {
    const { choices, right } = lab.predict;
    assert.ok(choices.length >= 3 && choices[right], 'three choices, one of them right');
    assert.ok(lab.claims.length > 0);
    for (const claim of lab.claims) assert.ok(claim.least >= 2, `${claim.key} is to show at least 2`);
    assert.equal(lab.notes.charts.length, lab.charts.length, 'speaker notes beside each chart');
    const texts = [lab.title, lab.question, lab.shortForm, lab.exam.question, lab.exam.answer];
    const notes = [lab.notes.question, ...lab.notes.charts, lab.notes.why];
    for (const text of [...texts, ...notes, ...lab.runs, ...lab.because, ...lab.tryNext])
      assert.ok(text.trim().length > 0);
    for (const keys of [lab.claims, lab.charts, ...lab.charts.map(({ lines }) => lines)]) {
      assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length);
    }
  });
}

test('the course is in order, 1b after 1', () => {
  const numbers = course.map(({ number }) => number);
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, other) => parseInt(one) - parseInt(other) || (one < other ? -1 : 1)),
  );
});
