import { formOf, KINDS } from '../record/kinds.js';
import { storeOf } from '../record/store.js';
import { studyMetrics } from '../reference/chatStudy.js';
import { listText, unique } from './sentences.js';

/** @typedef {import('./cells.js').RunRecord} RunRecord */

// The study's runs lasted so long.
const STUDY_SECONDS = 20;

/**
 * @param {RunRecord[]} records
 * @returns {string[]} why figures may mislead, beside what the first page says; each holds for these runs
 */
export function threatsOf(records) {
  const studied = records.filter(({ kind }) => studyMetrics(kind).length > 0);
  const short = studied.filter(({ plan }) => (plan.seconds ?? STUDY_SECONDS) < STUDY_SECONDS);
  const closedLoops = records.filter(({ kind, plan }) => formOf(kind) === 'http' && plan.rate === undefined);
  const acknowledged = records.filter(({ counts }) => counts.acknowledged);
  return [
    short.length > 0 &&
      `${kindsText(short)}: a load is sent for ${listText(unique(short.map(({ plan }) => `${plan.seconds} s`)))}, the ` +
        `study's for ${STUDY_SECONDS} s.`,
    records.some(({ latencies: { delivery } }) => delivery) &&
      'Deliveries of one message depend on each other: their percentiles rest on at most as many events ' +
        'as there are messages, and on fewer where one window has several.',
    new Set(acknowledged.map(storeOf)).size > 1 &&
      'Acks wait for different things: database servers flush each commit to the disk, and embedded SQLite does not. ' +
        'docs/method.md says what each other server does.',
    closedLoops.length > 0 &&
      `${kindsText(closedLoops)}: users wait for a slow server (a closed loop), so the requests that would have waited ` +
        'longest are not made (coordinated omission): compare these percentiles only with each other.',
    records.some(({ server }) => server.rateLimits === false) &&
      'Rate limits were off: a chat in use refuses such loads.',
    studied.length > 0 &&
      'The study measured other programs on other machines: its columns show the shape of its curves, not a race.',
  ].filter((threat) => threat !== false);
}

/** @param {RunRecord[]} records @returns {string} titles of their kinds */
const kindsText = (records) => listText(unique(records.map(({ kind }) => KINDS[kind].title)));
