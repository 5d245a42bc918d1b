import os from 'node:os';
import { clientFacts, descriptorLimit } from '../runRecord/clientFacts.js';
import { failedRequests } from '../runRecord/metrics.js';
import { series } from '../runRecord/series.js';
import { verdict } from '../runRecord/verdict.js';
import { sumOf, usage } from '../sampler/usage.js';
import { clientNote } from './floodLevel.js';

/**
 * What one level of a flood showed, as a run record.
 * @param {object} run
 * @param {string} run.command
 * @param {{target: string, users: number, seconds: number, codePath?: string}} run.plan
 * @param {import('../runRecord/serverFacts.js').MeasuredServer} run.server
 * @param {Record<string, number[]>} run.parts pids of the server by part, the one that holds the connections first
 * @param {number | null} run.holds connections that its processes may hold at once
 * @param {import('./floodLevel.js').FloodSeen} run.seen
 */
export function floodRecord({ command, plan: { seconds, ...plan }, server, parts, holds, seen }) {
  const { flood, samples, startAt } = seen;
  const taken = flood.seconds || seconds;
  const usages = Object.fromEntries(
    Object.keys(parts).map((part) => [part, usage(samples.samples, part, startAt, startAt + taken * 1000)]),
  );
  const total = sumOf(Object.values(usages));
  const { abCores, processes } = flood;
  const bound = clientNote({ abCores, processes, serverCores: total.cpuCores, cores: os.availableParallelism() });
  const counts = {
    requests: flood.ok,
    requestsPerSecond: flood.requestsPerSecond,
    empty: flood.empty,
    otherCodes: flood.otherCodes,
    refused: flood.refused,
    reset: flood.reset,
    timeouts: flood.timeouts,
    exceptions: flood.exceptions,
    wrongLength: flood.wrongLength,
    deaths: flood.deaths.length,
  };
  return {
    format: 'chat-load-run/1',
    kind: 'flood',
    command,
    startedAt: new Date(startAt).toISOString(),
    seconds: taken,
    plan: { ...plan, seconds },
    client: {
      name: 'ab',
      ...clientFacts(),
      processes,
      cpuCores: abCores,
      rssMb: null,
      loopDelayP99Ms: null,
      bound: bound !== null,
      boundBy: bound === null ? [] : ['CPU'],
    },
    server: {
      ...server,
      descriptors: descriptorLimit(Object.values(parts)[0]?.[0] ?? 0),
      parts: { server: total, ...usages },
    },
    counts,
    histograms: { request: flood.times.toJSON() },
    latencies: { request: flood.times.summary() },
    series: series({ startAt, seconds: taken, parts: Object.keys(parts), samples }),
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('ab processes that ended early', flood.deaths.length),
    ],
    notes: notesOn(flood, { users: plan.users, holds, bound }),
  };
}

/** @param {import('./ab.js').Flood} flood @param {{users: number, holds: number | null, bound: string | null}} level @returns {string[]} what the reader has to know */
function notesOn(flood, { users, holds, bound }) {
  const notes = [...flood.deaths];
  if (holds !== null && users >= holds) {
    notes.push(`the server may hold ${holds} descriptors, so not all ${users} connections at once`);
  }
  if (bound !== null) notes.push(bound);
  if (flood.wrongLength > 0) notes.push(`${flood.wrongLength} answers differed in length`);
  if (flood.ok < users) notes.push(`at least ${users - flood.ok} of the users had no answer when the time was up`);
  return notes;
}
