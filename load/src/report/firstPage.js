import { max, min } from 'simple-statistics';
import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { chartsOverUsers } from './charts.js';
import { conclusionOf } from './conclusion.js';
import { notToConclude } from './limits.js';
import { isMeasurement, QUESTIONS } from './questions.js';
import { faultSentence, lossSentence, runCount, unique } from './sentences.js';
import { overviewTable } from './tables.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Group } from './cells.js' */
/** @import { Table } from './tables.js' */
/** @import { Block } from './report.js' */

/**
 * @typedef {object} FirstPage
 * @property {string} sentence the outcome
 * @property {Table} glance the first page's table
 * @property {Block[]} blocks
 */

// The first page has the conclusions of at most this many kinds of runs.
const CONCLUSIONS = 3;

export const SLANTED =
  'Slanted: in at least one run the load client was busy or late, so a rate may be higher (≥) and a time shorter ' +
  '(≤).';
export const MARKS =
  `A figure is the median of its runs. ${SLANTED} ✕: a run failed; how long its messages waited is left out. –: not ` +
  'measured, or of too few messages. The study is matched by users: it tells neither how often they sent, nor what ' +
  'its error % counts.';

/** @param {RunRecord[]} records @param {Group[]} groups @returns {FirstPage} */
export function firstPage(records, groups) {
  const firsts = [...Map.groupBy(groups, ({ kind }) => kind).values()].map(([group]) => group);
  const sentence = outcomeText(records);
  const glance = overviewTable(firsts);
  const tests = records.filter((run) => !isMeasurement(run));
  return {
    sentence,
    glance,
    blocks: [
      ...firsts
        .filter(isMeasurement)
        .slice(0, CONCLUSIONS)
        .map((group) => ({ bold: `${KINDS[group.kind].title}.`, text: conclusionOf(group) })),
      { bold: 'How sure.', text: `${sentence} ${repetitionText(groups)}`.trim() },
      {
        list: [
          failuresText(groups),
          lossSentence(records.filter(isMeasurement)),
          tests.length > 0 ? faultSentence(tests) : '',
        ].filter(Boolean),
      },
      { bold: 'What not to conclude.', text: notToConclude(records) },
      ...(glance.rows.length > 0 ? [{ table: glance }] : []),
      { text: MARKS },
      { charts: firsts.flatMap(chartsOverUsers).slice(0, 1) },
    ],
  };
}

/** @param {RunRecord[]} allRecords @returns {string} how many runs failed; injected faults have their own sentence */
function outcomeText(allRecords) {
  const measurements = allRecords.filter(isMeasurement);
  const records = measurements.length > 0 ? measurements : allRecords;
  const failed = records
    .filter((run) => failedVerdicts(run).length > 0)
    .reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  const bound = records.filter(({ client }) => client.bound).length;
  const outcome = `${valueText(failed)} of ${valueText(runCount(records))} runs failed`;
  return `${outcome}; the load client set the figures of ${bound}.`;
}

/** @param {Group[]} groups @returns {string} how often each load was run; '' if there are only searches and tests */
function repetitionText(groups) {
  const counts = groups
    .filter((group) => isMeasurement(group) && !QUESTIONS[group.kind].search)
    .flatMap(({ cells }) => cells.map(({ runs }) => runs.length));
  if (counts.length === 0) return '';
  const [least, most] = [min(counts), max(counts)];
  return (
    `Runs of each load: ${least === most ? least : `${least} to ${most}`}. A factor says how many times better the ` +
    'first server is, and that all its runs were better: with three runs a server this is chance 1 time in 10, with ' +
    'fewer more often. No order: runs overlap, or the load client limited the worse server.'
  );
}

/** @param {Group[]} groups @returns {string} which loads of which targets failed, and why; '' if none failed */
function failuresText(groups) {
  const failures = groups.filter(isMeasurement).flatMap(({ kind, cells }) =>
    cells
      .filter(({ failed }) => failed)
      .map(({ title, load, runs }) => {
        const failedRuns = runs.filter((run) => failedVerdicts(run).length > 0);
        const names = unique(failedRuns.flatMap(failedVerdicts).map(({ name }) => name));
        const reasons = `${failedRuns.length} of ${runs.length}: ${names.join(', ')}`;
        return `${KINDS[kind].title} on ${title} at ${load} (${reasons})`;
      }),
  );
  return failures.length > 0 ? `Failed: ${failures.join('; ')}.` : '';
}
