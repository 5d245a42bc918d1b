import { formOf } from '../record/kinds.js';
import { storeOf } from '../record/store.js';
import { studyMetrics } from '../reference/chatStudy.js';
import { knownTarget } from '../server/targets.js';
import { listText, unique } from './sentences.js';

/** @import { RunRecord } from '../record/runRecord.js' */

/** @param {RunRecord[]} records @returns {string} what these runs do not show */
export function notToConclude(records) {
  const databases = unique(records.map(({ server }) => server.database));
  const isOneMachine =
    records.every(({ client }) => !client.agents) && records.some(({ server }) => server.parts.server);
  return [
    'No figure here is a limit of Node.js, of Laravel or of PHP.',
    isOneMachine && 'Servers, databases and load client shared the cores of one machine: trust ratios before figures.',
    records.some(({ kind, plan }) => kind === 'flood' && knownTarget(plan.target)?.http?.withoutLaravel) &&
      "The empty GETs of Laravel's loop pass no code of Laravel.",
    databases.length > 1 &&
      `The chats store in ${listText(databases)}: a difference between the chats may be one between these.`,
    databases.some((name) => name.startsWith('FerretDB')) && 'FerretDB stands in for MongoDB.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** @param {RunRecord[]} records @returns {string[]} why the figures of these runs may mislead */
export function threatsOf(records) {
  const acknowledged = records.filter(({ counts }) => counts.acknowledged);
  return [
    records.some(({ kind }) => studyMetrics(kind).length > 0) &&
      'The study measured other programs on other machines, 20 s at each level: its columns show the shape of its ' +
        'curves, not a race.',
    records.some(({ latencies: { delivery } }) => delivery) &&
      'Deliveries of one message depend on each other: their percentiles rest on at most as many events ' +
        'as there are messages, and on fewer where one window has several.',
    new Set(acknowledged.map(storeOf)).size > 1 &&
      'Acks wait for different things: database servers flush each commit to the disk, and embedded SQLite does not. ' +
        'docs/method.md says what each other server does.',
    records.some(({ kind, plan }) => formOf(kind) === 'http' && plan.rate === undefined) &&
      'HTTP users without a rate wait for a slow server (a closed loop), so the requests that would have waited ' +
        'longest are not made (coordinated omission): compare their percentiles only with each other.',
    records.some(({ server }) => server.rateLimits === false) &&
      'Rate limits were off: a chat in use refuses such loads.',
  ].filter((threat) => threat !== false);
}
