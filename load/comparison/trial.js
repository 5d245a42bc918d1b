import fs from 'node:fs';
import path from 'node:path';
import { median } from 'simple-statistics';
import { readRecords } from '../runRecord/readRecords.js';
import { plantBrake } from './brake.js';
import { checkOut } from './checkouts.js';
import { compareRuns } from './compareRuns.js';
import { runBlock } from './runInTurns.js';

/**
 * @typedef {import('../runRecord/runRecord.js').RunRecord} RunRecord
 * @typedef {import('./compareRuns.js').Says} Says
 * @typedef {'a' | 'b' | 'slower'} Side
 * @typedef {ReturnType<typeof checkOut> & {side: Side}} Checkout
 *
 * @typedef {object} TrialPlan
 * @property {number} pairs @property {number} slower % of processor time more
 * @property {number} runs of each side of a pair @property {number} least a difference has to be so large to count, %
 * @property {string[]} [metrics] that are judged, as a comparison's
 * @property {string} folder for the records: those that lie in it are not made again
 *
 * @typedef {object} TrialRow one metric over all comparisons with a side
 * @property {'b' | 'slower'} side that A was compared with
 * @property {string} metric
 * @property {Partial<Record<Says, number>>} said how often
 * @property {number | null} size median of the differences, as a share of A; of metrics that may be zero, in their unit; null: none could be told
 * @property {number[]} sizes least and greatest, where there is one
 * @property {boolean} relative
 */

/** @type {Side[]} */
const SIDES = ['a', 'b', 'slower'];

/**
 * Whether a comparison can be believed on this machine: one commit against itself, again and again, and against itself with a brake.
 * A pair's three sides take turns, forth and back, so A's runs serve both of its comparisons.
 * @param {TrialPlan & import('./runInTurns.js').RunPlan} plan @param {(line: string) => void} say
 * @returns {Promise<{same: number, found: number, rows: TrialRow[]}>} same: comparisons of the same that named no difference in any row;
 *   found: comparisons with the brake that said "worse"
 */
export async function runTrial({ pairs, slower, runs, least, metrics, folder, ...plan }, say) {
  /** @type {Checkout[]} */
  const checkouts = [];
  // Where nothing is left to be run, nothing is checked out.
  const checkedOut = () => {
    for (const side of checkouts.length === 0 ? SIDES : []) {
      const checkout = { side, ...checkOut('HEAD', side) };
      checkouts.push(checkout);
      if (side === 'slower') plantBrake(checkout.root, slower);
    }
    return checkouts;
  };
  try {
    /** @type {Array<{side: 'b' | 'slower', comparison: import('./compareRuns.js').Comparison}>} */
    const comparisons = [];
    for (let pair = 1; pair <= pairs; pair++) {
      const place = path.join(folder, `pair-${String(pair).padStart(2, '0')}`);
      const begun = Date.now();
      const sayOfPair = (/** @type {string} */ line) => say(`Pair ${pair}: ${line}`);
      const records = await runPair(place, { checkedOut, runs, slower, plan, say: sayOfPair });
      for (const side of /** @type {const} */ (['b', 'slower'])) {
        comparisons.push({ side, comparison: compareRuns(records.a, records[side], { least, metrics }) });
      }
      const minutes = Math.round(((Date.now() - begun) * (pairs - pair)) / 60_000);
      say(
        `Pair ${pair} of ${pairs}: ${pairText(comparisons.slice(-2))}${minutes ? `; about ${minutes} min left` : ''}`,
      );
    }
    return summary(comparisons);
  } finally {
    for (const { remove } of checkouts) remove();
  }
}

/**
 * @param {string} place @param {{checkedOut: () => Checkout[], runs: number, slower: number, plan: import('./runInTurns.js').RunPlan, say: (line: string) => void}} how
 * @returns {Promise<Record<Side, RunRecord[]>>}
 */
async function runPair(place, { checkedOut, runs, slower, plan, say }) {
  const folderOf = (/** @type {number} */ repetition, /** @type {Side} */ side) =>
    path.join(place, `run-${String(repetition).padStart(2, '0')}`, folderName(side, slower));
  const repetitions = Array.from({ length: runs }, (_, made) => made + 1);
  for (let first = 0; first < runs; first += 2) {
    const block = repetitions.slice(first, first + 2);
    // Runs of a block are held against each other: those of an earlier time do not belong to this one's.
    if (block.every((repetition) => SIDES.every((side) => fs.existsSync(folderOf(repetition, side))))) continue;
    const checkouts = checkedOut();
    // Forth and back: ABBA for each two of the sides.
    const turns = block.flatMap((repetition) =>
      (repetition % 2 === 1 ? checkouts : checkouts.toReversed()).map(({ side, root }) => {
        return { root, repetition, folder: folderOf(repetition, side) };
      }),
    );
    await runBlock(turns, plan, say);
  }
  const of = (/** @type {Side} */ side) => readRecords(repetitions.map((repetition) => folderOf(repetition, side)));
  return { a: of('a'), b: of('b'), slower: of('slower') };
}

/** A record does not tell what brake its server had. @param {Side} side @param {number} slower */
export const folderName = (side, slower) => (side === 'slower' ? `slower-${slower}` : side);

/** @param {import('./compareRuns.js').Comparison} comparison */
const namesNone = ({ rows, worse }) => !worse && rows.every(({ says }) => says === 'no clear difference');

/** @param {Array<{side: 'b' | 'slower', comparison: import('./compareRuns.js').Comparison}>} comparisons of one pair */
const pairText = (comparisons) =>
  comparisons
    .map(({ side, comparison: { rows } }) => `${side === 'b' ? 'the same' : 'the slower one'} ${inWords(rows)}`)
    .join(', ');

/** @param {import('./compareRuns.js').Compared[]} rows */
const inWords = (rows) => rows.map(({ metric, says }) => `${metric} ${says}`).join(' / ');

/** @param {Array<{side: 'b' | 'slower', comparison: import('./compareRuns.js').Comparison}>} comparisons */
export function summary(comparisons) {
  const of = (/** @type {string} */ side) => comparisons.filter((one) => one.side === side);
  return {
    same: of('b').filter(({ comparison }) => namesNone(comparison)).length,
    found: of('slower').filter(({ comparison }) => comparison.worse).length,
    rows: /** @type {const} */ (['b', 'slower']).flatMap((side) => rowsOf(side, of(side))),
  };
}

/** @param {'b' | 'slower'} side @param {Array<{comparison: import('./compareRuns.js').Comparison}>} comparisons @returns {TrialRow[]} */
function rowsOf(side, comparisons) {
  const byMetric = Map.groupBy(
    comparisons.flatMap(({ comparison }) => comparison.rows),
    ({ metric }) => metric,
  );
  return [...byMetric].map(([metric, rows]) => {
    // Where the load client set all figures of a side there is no difference to tell.
    const differences = rows.flatMap(({ difference }) => difference ?? []);
    const sizes = differences.map(({ size }) => size);
    /** @type {Partial<Record<Says, number>>} */
    const said = {};
    for (const { says } of rows) said[says] = (said[says] ?? 0) + 1;
    return {
      side,
      metric,
      said,
      size: sizes.length > 0 ? median(sizes) : null,
      sizes: sizes.length > 0 ? [Math.min(...sizes), Math.max(...sizes)] : [],
      relative: differences.every(({ relative }) => relative),
    };
  });
}
