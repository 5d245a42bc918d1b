import { median, quantile, sampleWithReplacement, shuffle } from 'simple-statistics';
import { ranksOf } from './ranks.js';
import { seededRandom } from './seededRandom.js';

const RESAMPLES = 1000;
const PERMUTATIONS = 3000;
const SEED = 20_260_101;

/**
 * @typedef {object} Block runs of both that were made within a short time, a value each
 * @property {number[]} a @property {number[]} b
 *
 * @typedef {object} Difference of B to A
 * @property {number} size median difference: a part of A (0.2: a fifth more) where `relative`, else in the metric's own unit
 * @property {boolean} relative
 * @property {number} least @property {number} greatest the 95 % interval of that
 * @property {number} p of so much difference where there is none
 * @property {number} effect Cliff's delta: how much likelier a run of B is above one of A than below, -1 to 1
 */

/**
 * How B's runs differ from A's. A value is a run's: deliveries of one run are not independent of each other, so none of this looks below runs.
 *
 * Runs that took turns come in blocks, and each is held against the median of its block, so that what the machine did over the hour falls out (aligned
 * ranks, Hodges and Lehmann 1962). The size is Hodges and Lehmann's too: the median of the differences of all runs of B to all of A, which does not move
 * with one bad run. Its interval is the percentile bootstrap's over runs; the test permutes ranks within blocks (Wilcoxon's, where there is one block).
 * @param {Block[]} blocks one, where runs did not take turns
 * @returns {Difference}
 */
export function difference(blocks) {
  // A server that is slower by a fifth is so at any speed of the machine.
  const relative = blocks.every(({ a, b }) => [...a, ...b].every((value) => value > 0));
  const back = (/** @type {number} */ value) => (relative ? Math.exp(value) - 1 : value);
  const aligned = blocks.map(({ a, b }) => align({ a, b }, relative ? Math.log : (value) => value));
  const [as, bs] = [aligned.flatMap(({ a }) => a), aligned.flatMap(({ b }) => b)];
  const random = seededRandom(SEED);
  const again = (/** @type {number[]} */ values) => sampleWithReplacement(values, values.length, random);
  const resampled = Array.from({ length: RESAMPLES }, () => shift(again(as), again(bs)));
  return {
    size: back(shift(as, bs)),
    relative,
    least: back(quantile(resampled, 0.025)),
    greatest: back(quantile(resampled, 0.975)),
    p: rankTest(aligned, random),
    effect: cliffsDelta(as, bs),
  };
}

/** @param {Block} block @param {(value: number) => number} measure @returns {Block} each against the median of all */
function align({ a, b }, measure) {
  const middle = median([...a, ...b].map(measure));
  const off = (/** @type {number} */ value) => measure(value) - middle;
  return { a: a.map(off), b: b.map(off) };
}

/** @param {number[]} as @param {number[]} bs */
const shift = (as, bs) => median(as.flatMap((one) => bs.map((other) => other - one)));

/** @param {Block[]} blocks aligned @param {() => number} random */
function rankTest(blocks, random) {
  const ranks = ranksOf(blocks.flatMap(({ a, b }) => [...a, ...b]));
  const ranked = blocks.map(({ a, b }) => ({ own: ranks.splice(0, a.length + b.length), as: a.length }));
  const sumOfA = (/** @type {(own: number[]) => number[]} */ order) =>
    ranked.reduce(
      (sum, { own, as }) =>
        sum +
        order(own)
          .slice(0, as)
          .reduce((one, rank) => one + rank, 0),
      0,
    );
  // What A's ranks come to where there is no difference.
  const expected = ranked.reduce(
    (sum, { own, as }) => sum + (as * own.reduce((one, rank) => one + rank, 0)) / own.length,
    0,
  );
  // Sums of the same ranks in another order may differ in their last digits.
  const seen = Math.abs(sumOfA((own) => own) - expected) - 1e-9;
  // What was seen is one of the permutations: nothing is less likely than once in all of them.
  let asFar = 1;
  for (let times = 0; times < PERMUTATIONS; times++) {
    if (Math.abs(sumOfA((own) => shuffle(own, random)) - expected) >= seen) asFar++;
  }
  return asFar / (PERMUTATIONS + 1);
}

/** @param {number[]} a @param {number[]} b */
function cliffsDelta(a, b) {
  const signs = a.flatMap((one) => b.map((other) => Math.sign(other - one)));
  return signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
}
