import { max, min } from 'simple-statistics';
import { formOf, KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { listText, unique } from './sentences.js';
import { studyMetrics } from '../reference/chatStudy.js';

// The study's runs lasted so long.
const STUDY_SECONDS = 20;
// A p99 of fewer rests on fewer than ten of them.
const FEW_ACKS = 1000;

/**
 * @param {import('./cells.js').RunRecord[]} records
 * @returns {string[]} why figures may mislead, beside what the first page says; each holds for these runs
 */
export function threatsOf(records) {
  const studiedRecords = records.filter(({ kind }) => studyMetrics(kind).length > 0);
  const shortRecords = studiedRecords.filter(({ plan }) => (plan.seconds ?? STUDY_SECONDS) < STUDY_SECONDS);
  const fewAcks = records.filter(({ latencies: { ack } }) => ack?.count > 0 && ack.count < FEW_ACKS).length;
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
      fewAcks,
      `${fewAcks} runs have fewer than ${valueText(FEW_ACKS)} acknowledged messages: ` +
        'their p99 rests on fewer than ten of them.',
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
