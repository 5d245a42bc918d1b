import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignedPoints } from '../../charts/alignedPoints.js';
import { decadesAround, endOf, evenSplits, placeOn, readableLabels } from '../../charts/axes.js';
import { chartStyles, pageScript } from '../../charts/bundle.js';
import { lookOfLine, lookOfTarget, reference, variant } from '../../charts/looks.js';
import { tickText, valueText } from '../../../load/src/record/numbers.js';
import { readCourse } from '../../src/course.js';
import { STUDY_TARGETS } from '../../../load/src/server/targets.js';

test('lines with points at places of their own share one x, without inventing points', () => {
  const look = lookOfTarget('node');
  const one = { name: 'one', look, points: [{ x: 1, y: 10 }, { x: 5, y: null }] }; // prettier-ignore
  const other = { name: 'other', look, points: [{ x: 3, y: 30 }, { x: 5, y: 50 }] }; // prettier-ignore
  const { xs, points } = alignedPoints([one, other]);
  assert.deepEqual(xs, [1, 3, 5]);
  assert.deepEqual(
    points.map((line) => line.map((point) => point?.y)),
    [
      [10, undefined, null],
      [undefined, 30, 50],
    ],
  );
});

test('an axis ends at a round number above all values, or at what its most is', () => {
  assert.deepEqual([endOf(1208), endOf(0.7), endOf(99), endOf(0)], [1500, 0.8, 100, 1]);
  assert.deepEqual([endOf(3, 100), endOf(130, 100)], [100, 150]);
  assert.deepEqual(decadesAround(3, 44), [1, 100]);
  assert.deepEqual(decadesAround(1, 1), [1, 10]);
});

test('the lines of an axis are round numbers, as many as have room, the first and the last always', () => {
  assert.deepEqual(evenSplits(80, 5), [0, 20, 40, 60, 80]);
  assert.deepEqual(evenSplits(80, 3.9), [0, 40, 80]);
  assert.deepEqual(evenSplits(15_000, 4), [0, 5000, 10_000, 15_000]);
  assert.deepEqual(
    evenSplits(1.2, 9),
    [0, 1, 2, 3, 4, 5, 6].map((place) => (place * 1.2) / 6),
  );
  assert.deepEqual(evenSplits(30, 0.4), [0, 30]);
});

test('90, 99 and 99.9 lie equally far apart on an axis of percentiles, and 100 is on it', () => {
  const place = placeOn({ label: '', scale: 'percentile' });
  assert.ok(Math.abs(place(99) - 2 * place(90)) < 1e-9 && Math.abs(place(99.9) - 3 * place(90)) < 1e-9);
  assert.ok(Number.isFinite(place(100)));
});

test('labels that would run into one another are left out, never the first or the last', () => {
  const readable = (/** @type {number} */ apart) =>
    readableLabels(
      ['1', '5', '10', '20', '50', '100'],
      (at) => [1, 5, 10, 20, 50, 100][at],
      () => 8,
      apart,
    );
  assert.deepEqual(readable(2), ['1', '', '', '20', '50', '100']);
  assert.deepEqual(readable(30), ['1', '', '', '', '50', '100']);
  assert.deepEqual(readable(-8), ['1', '5', '10', '20', '50', '100']);
});

test('numbers are short at an axis and say three digits beside a line', () => {
  assert.deepEqual([20_000, 1500, 2_500_000, 0.25].map(tickText), ['20k', '1.5k', '2.5M', '0.25']);
  assert.deepEqual([1234.5, 12.34, 1.234, 7, null].map(valueText), ['1\u202f235', '12.3', '1.23', '7', '–']);
});

test('no two targets look alike without colour, and neither do a target, its reference and its variants', () => {
  const looks = STUDY_TARGETS.map(lookOfTarget);
  const inGrey = [...looks, ...looks.map(reference), ...[1, 2, 3].map((place) => variant(looks[0], place))].map(
    ({ dash = 'solid', shape, hollow = false }) => `${dash} ${shape} ${hollow}`,
  );
  assert.equal(new Set(inGrey).size, inGrey.length);
});

test('no two lines of a lab’s chart look alike', async () => {
  for (const { charts } of await readCourse())
    for (const { key, lines } of charts) {
      const looks = lines.map((line, place) => JSON.stringify(lookOfLine(line, place)));
      assert.equal(new Set(looks).size, looks.length, key);
    }
});

test('a page’s script comes in one text that imports nothing and cannot end its own element', async () => {
  const script = await pageScript(new URL('../../charts/chartOf.js', import.meta.url).pathname);
  assert.match(script, /uPlot/i);
  assert.doesNotMatch(script, /<\/script|^import /m);
  assert.match(chartStyles(), /--ink-soft: light-dark[^]*\.u-cursor-x[^]*\.chart-legend/);
});
