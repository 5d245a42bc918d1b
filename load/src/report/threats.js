import { max, min } from 'simple-statistics';
import { formOf, KINDS } from '../record/kinds.js';
import { carriesP99, FEWEST_OF_P99 } from '../record/metrics.js';
import { valueText } from '../record/numbers.js';
import { listText, unique } from './sentences.js';
import { studyMetrics } from '../reference/chatStudy.js';

// The study's runs lasted so long.
const STUDY_SECONDS = 20;

/**
 * @param {import('./cells.js').RunRecord[]} records
 * @returns {string[]} why figures may mislead, beside what the first page says; each holds for these runs
 */
export function threatsOf(records) {
  const studiedRecords = records.filter(({ kind }) => studyMetrics(kind).length > 0);
  const shortRecords = studiedRecords.filter(({ plan }) => (plan.seconds ?? STUDY_SECONDS) < STUDY_SECONDS);
  const withoutP99 = records.filter((run) => ['chat', 'http'].includes(formOf(run.kind)) && !carriesP99(run)).length;
  const closedLoops = records.filter(({ kind, plan }) => formOf(kind) === 'http' && plan.rate === undefined);
  const began = records.map(({ startedAt }) => Date.parse(startedAt));
  const hours = (max(began) - min(began)) / 3_600_000;
  /** @type {Array<[unknown, string]>} whether it holds, and how */
  const threats = [
    [
      shortRecords.length,
      `${titlesOf(shortRecords)}: a load is sent for ` +
        `${listText(unique(shortRecords.map(({ plan }) => `${plan.seconds} s`)))}, the study's for ${STUDY_SECONDS} s.`,
    ],
    [
      withoutP99,
      `${withoutP99} runs have fewer than ${valueText(FEWEST_OF_P99)} acknowledged messages, or requests: ` +
        'their p99 would rest on fewer than ten of them and is not shown.',
    ],
    [
      records.some(({ latencies: { delivery } }) => delivery),
      'Deliveries of one message depend on each other: their percentiles rest on at most as many events ' +
        'as there are messages, and on fewer where one window has several.',
    ],
    [
      hours >= 1,
      `The runs took ${valueText(hours)} hours, one block of the manifest after the other: ` +
        'only servers of one block took turns.',
    ],
    [true, 'If the machine is a virtual one, time that its host took from it is in the figures.'],
    [
      closedLoops.length,
      `${titlesOf(closedLoops)}: users wait for a slow server (a closed loop), so the requests that would have waited ` +
        'longest are not made (coordinated omission): compare these percentiles only with each other.',
    ],
    [
      records.some(({ server }) => server.rateLimits === false),
      'Rate limits were off: a chat in use refuses such loads.',
    ],
    [
      studiedRecords.length,
      'The study measured other programs on other machines: its columns show the shape of its curves, not a race. ' +
        'Its rows are matched by users; how often they sent, and what its error % counts, it does not tell.',
    ],
  ];
  return threats.flatMap(([holds, text]) => (holds ? text : []));
}

/** @param {import('./cells.js').RunRecord[]} records @returns {string} titles of their kinds */
const titlesOf = (records) => listText(unique(records.map(({ kind }) => KINDS[kind].title)));
