import os from 'node:os';
import { now } from '../ledger/clock.js';
import { BUSY_CORES } from '../record/clientBound.js';
import { clientFacts } from '../record/clientFacts.js';
import { failedRequests } from '../record/metrics.js';
import { series } from '../record/series.js';
import { verdict } from '../record/verdict.js';
import { Sampler } from '../sampler/sampler.js';
import { usagesOf } from '../sampler/usage.js';
import { requireAb, runAb } from './ab.js';

/**
 * One run of ApacheBench at a server.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, seconds: number, repetition?: number}} plan
 * @returns {Promise<ReturnType<typeof floodRecord>>}
 */
export async function measureFlood(server, { users, seconds, ...plan }) {
  requireAb();
  const sampler = await Sampler.start({ parts: server.parts, metricsUrl: null });
  const startAt = now();
  const flood = await runAb({ url: server.emptyUrl, users, seconds });
  return floodRecord(server, { ...plan, users, seconds }, { startAt, flood, samples: await sampler.stop() });
}

/**
 * The run record of a flood.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, seconds: number, repetition?: number}} plan
 * @param {{startAt: number, flood: import('./ab.js').Flood, samples: import('../sampler/sampler.js').Samples}} seen
 */
export function floodRecord(server, { command, seconds, repetition = 1, users }, { startAt, flood, samples }) {
  const taken = flood.seconds || seconds;
  const names = Object.keys(server.parts);
  const parts = usagesOf(samples.samples, { parts: names, serverParts: server.floodParts, startAt, seconds: taken });
  const { abCores, processes } = flood;
  const bound = clientNote({
    abCores,
    processes,
    serverCores: parts.server?.cpuCores ?? 0,
    cores: os.availableParallelism(),
  });
  const { empty, otherCodes, refused, reset, timeouts, exceptions, wrongLength } = flood;
  const counts = {
    requests: flood.ok,
    requestsPerSecond: flood.requestsPerSecond,
    ...{ empty, otherCodes, refused, reset, timeouts, exceptions, wrongLength, deaths: flood.deaths.length },
  };
  return {
    format: 'chat-load-run/1',
    kind: 'flood',
    command,
    startedAt: new Date(startAt).toISOString(),
    seconds: taken,
    plan: {
      ...{ target: server.name, users, seconds, repetition },
      ...(server.codePath.flood && { codePath: server.codePath.flood }),
    },
    client: {
      ...{ name: 'ab', ...clientFacts(), processes, cpuCores: abCores, rssMb: null, loopDelayP99Ms: null },
      ...{ bound: bound !== null, boundBy: bound === null ? [] : ['CPU'] },
    },
    server: { ...server.facts, url: server.emptyUrl, parts },
    counts,
    histograms: { request: flood.times.toJSON() },
    latencies: { request: flood.times.summary() },
    series: series({ startAt, seconds: taken, parts: names, samples }),
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('ab processes that ended early', flood.deaths.length),
    ],
    notes: notesOn(flood, { users, holds: server.holds, bound }),
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

/**
 * Whether ab or the machine, and not the server, set the figure: every ab process kept a core busy, or the machine was full and ab had more of
 * it than the server.
 * @param {{abCores: number, processes: number, serverCores: number, cores: number}} load cores kept busy, and cores there are
 * @returns {string | null} what the reader has to know
 */
export function clientNote({ abCores, processes, serverCores, cores }) {
  if (abCores > BUSY_CORES * processes) return 'ab was busy throughout: the server may answer more';
  if (abCores + serverCores < BUSY_CORES * cores) return null;
  if (abCores < serverCores)
    return `the server had ${serverCores.toFixed(1)} of the ${cores} cores, which were full: on more it may answer more`;
  return `ab took ${abCores.toFixed(1)} of the ${cores} cores, which were full: the server may answer more`;
}
