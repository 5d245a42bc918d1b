import { now } from '../ledger/clock.js';
import { requestRecord } from '../record/requestRecord.js';
import { verdict } from '../record/verdict.js';
import { Sampler } from '../sampler/sampler.js';
import { usagesOf } from '../sampler/usage.js';
import { requireAb, runAb } from './ab.js';
import { toolBound } from './toolBound.js';

/**
 * One run of ApacheBench at a server, and its record.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {{command: string, users: number, seconds: number, repetition?: number, workload?: string}} plan
 */
export async function measureAb(server, { command, users, seconds, repetition, workload }) {
  requireAb();
  const sampler = await Sampler.start({ parts: server.parts, metricsUrl: null });
  const startAt = now();
  const flood = await runAb({ url: server.emptyUrl, users, seconds });
  const samples = await sampler.stop();
  const taken = flood.seconds || seconds;
  const { abCores, processes, empty, otherCodes, refused, reset, timeouts, exceptions, wrongLength, deaths } = flood;
  const parts = Object.keys(server.parts);
  const usages = usagesOf(samples.samples, { parts, serverParts: server.floodParts, startAt, seconds: taken });
  const serverCores = usages.server?.cpuCores ?? 0;
  const bound = toolBound({ tool: 'ab', toolCores: abCores, threads: processes, serverCores });
  return requestRecord({
    ...{ kind: 'flood', server, url: server.emptyUrl, serverParts: server.floodParts, startAt, taken, samples },
    plan: {
      ...{ command, users, seconds, repetition, workload },
      ...(server.codePath.flood && { codePath: server.codePath.flood }),
    },
    client: { name: 'ab', processes, cpuCores: abCores, boundBy: bound === null ? [] : ['CPU'] },
    counts: {
      requests: flood.ok,
      ...{ empty, otherCodes, refused, reset, timeouts, exceptions, wrongLength, deaths: deaths.length },
    },
    latencies: { request: flood.times.summary() },
    histograms: { request: flood.times.toJSON() },
    verdicts: [verdict('ab processes that ended early', deaths.length)],
    notes: notesOn(flood, { users, holds: server.holds, bound }),
  });
}

/**
 * @param {import('./ab.js').Flood} flood @param {{users: number, holds: number | null, bound: string | null}} level
 * @returns {string[]} what the reader has to know
 */
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
