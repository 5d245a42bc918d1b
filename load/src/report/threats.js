import { valueText } from '../record/numbers.js';
import { failedVerdicts } from '../record/verdict.js';
import { FEW, listed, runCount } from './sentences.js';
import { studyMetrics } from './study.js';

/**
 * @typedef {import('./cells.js').RunRecord} RunRecord
 * @typedef {import('./cells.js').Group} Group
 */

// The study's runs lasted so long.
const STUDY_SECONDS = 20;
// A p99 of fewer rests on fewer than ten of them.
const FEW_ACKS = 1000;

/**
 * @param {RunRecord[]} records @param {Group[]} groups of them
 * @returns {string[]} why figures may mislead; each holds for these runs
 */
export function threatsOf(records, groups) {
  // Each record of planted faults is of several runs.
  const cells = groups.flatMap((group) => (group.kind === 'faults' ? [] : group.cells));
  const few = cells.filter(({ runs }) => runs.length < FEW).length;
  const databases = unique(records.map(({ server }) => server.database));
  const bound = records.filter(({ client }) => client.bound);
  const studied = records.filter(({ kind }) => studyMetrics(kind).length > 0);
  const short = studied.filter(({ plan }) => (plan.seconds ?? STUDY_SECONDS) < STUDY_SECONDS);
  const fewAcks = records.filter(({ latencies: { ack } }) => ack?.count > 0 && ack.count < FEW_ACKS).length;
  /** @type {Array<[unknown, string]>} whether it holds, and how */
  const all = [
    [sharedMachine(records), sharedMachine(records)],
    [few, `${few} of ${cells.length} loads ran less than ${FEW} times: an order of these may be chance.`],
    [
      bound.length,
      `The load client set the figures of ${bound.length} of ${valueText(runCount(records))} runs ` +
        `(${listed(unique(bound.flatMap(({ client }) => client.boundBy)))}): the server may do better than they say.`,
    ],
    [
      short.length,
      `Quick runs: ${listed(unique(short.map(({ plan }) => `${plan.seconds} s`)))} a load; ` +
        `the study took ${STUDY_SECONDS} s.`,
    ],
    [
      databases.some((name) => name.startsWith('FerretDB')),
      'FerretDB stands in for MongoDB, and takes other times for the same inserts and reads.',
    ],
    [databases.length > 1, `The chats store in ${listed(databases)}: a difference of the chats may be one of these.`],
    [
      fewAcks,
      `${fewAcks} runs have less than ${valueText(FEW_ACKS)} acknowledged messages: ` +
        'their p99 rests on less than ten of them.',
    ],
    [
      records.some(({ latencies: { delivery } }) => delivery),
      'Deliveries of one message depend on each other: their percentiles rest on as few events as there are messages.',
    ],
    [
      records.some(({ client }) => client.name === 'ab'),
      'Users of ApacheBench wait for a slow server (a closed loop): compare its percentiles only with each other.',
    ],
    [
      records.some(({ server }) => server.rateLimits === false),
      'Rate limits were off: a chat in use refuses such loads.',
    ],
    [
      studied.length,
      'The study measured other programs on other machines: its columns show the shape of its curves, not a race.',
    ],
  ];
  return all.flatMap(([holds, text]) => (holds ? text : []));
}

/** @template T @param {T[]} values @returns {Array<NonNullable<T>>} each once */
const unique = (values) => [...new Set(values.flatMap((value) => value ?? []))];

/** @param {RunRecord[]} records @returns {string} '' where servers and client had machines of their own */
export function sharedMachine(records) {
  const machines = unique(records.map(({ client }) => client.machine));
  const isShared = records.every(({ client }) => !client.agents) && records.some(({ server }) => server.parts.server);
  const [, cores = 'the'] = /(\d+ logical) cores/.exec(machines[0]) ?? [];
  if (machines.length !== 1 || !isShared) return '';
  return `Servers, databases and load client shared ${cores} cores of one machine: trust ratios before figures.`;
}

/** @param {RunRecord[]} records @returns {string} whether all is well */
export function outcomeText(records) {
  const bad = records.filter((run) => failedVerdicts(run).length > 0);
  const bound = records.filter(({ client }) => client.bound).length;
  const all = runCount(records);
  const who = all === 1 ? 'The run' : `All ${valueText(all)} runs`;
  const limit = bound === 0 ? '' : `; the load client set the figures of ${bound}`;
  if (bad.length === 0) return `${who} passed: nothing was lost, doubled or refused${limit}.`;
  const names = [...new Set(bad.flatMap(failedVerdicts).map(({ name }) => name))];
  const failed = bad.reduce((sum, { counts }) => sum + (counts.wrongRuns ?? 1), 0);
  return `${valueText(failed)} of ${valueText(all)} runs failed (${names.join(', ')})${limit}.`;
}
