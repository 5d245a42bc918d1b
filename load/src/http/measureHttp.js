import { Agent } from 'undici';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../ledger/clock.js';
import { Latencies } from '../ledger/latencies.js';
import { sendOnSchedule } from '../chat/openLoop.js';
import { turnsOf } from '../chat/turns.js';
import { clientBoundBy } from '../record/clientBound.js';
import { clientFacts } from '../record/clientFacts.js';
import { ClientWatch } from '../record/clientWatch.js';
import { failedRequests } from '../record/metrics.js';
import { series } from '../record/series.js';
import { verdict } from '../record/verdict.js';
import { Sampler } from '../sampler/sampler.js';
import { usagesOf } from '../sampler/usage.js';
import { HttpUser } from './httpUser.js';

// Nobody waits longer for an answer.
const PATIENCE_MS = 20_000;

/**
 * One run of HTTP requests: at times fixed beforehand where the job has a rate (open loop, latencies from the intended
 * time), else each user asks again as soon as it is answered (closed loop).
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../run/runJob.js').Ordered} job
 * @param {(line: string) => void} say
 */
export async function measureHttp(server, job, say) {
  const { users, seconds, rate, requests = [], logIn, command, repetition, workload } = job;
  const sessions = logIn ? await server.logIn(users, say) : [];
  const dispatcher = new Agent({ connections: users, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  const seen = new Seen(requests.map(({ name }) => name));
  const base = new URL(server.emptyUrl).origin;
  const each = Array.from(
    { length: users },
    (_, place) =>
      new HttpUser({ base: logIn ? server.facts.url : base, dispatcher, requests, cookie: sessions[place]?.cookie }),
  );
  const sampler = await Sampler.start({ parts: server.parts, metricsUrl: null });
  const watch = new ClientWatch();
  const startAt = now();
  const endAt = startAt + seconds * 1000;
  if (rate === undefined) {
    await Promise.all(each.map(async (user) => { while (now() < endAt) seen.add(await user.next(now())); })); // prettier-ignore
  } else {
    const turns = [...each.keys()];
    const messages = turnsOf({ rate, seconds, senders: users, turns });
    /** @type {Promise<void>[]} */
    const answers = [];
    const sendOne = (/** @type {number} */ _, /** @type {number} */ intendedAt, /** @type {number} */ sender) => {
      // A user that waits for its answer before is the server's doing, so lateness ends here.
      seen.late.record(now() - intendedAt);
      answers.push(each[sender].next(intendedAt).then((answer) => seen.add(answer)));
    };
    await sendOnSchedule({ messages, startAt, sendOne });
    await sleep(Math.max(0, endAt - now()));
    await Promise.all(answers);
  }
  const taken = (now() - startAt) / 1000;
  const samples = await sampler.stop();
  const { cpuCores, loopDelayP99Ms } = watch.stop();
  await dispatcher.close();

  const parts = Object.keys(server.parts);
  const serverParts = logIn ? server.chatParts : server.floodParts;
  const counts = { requests: seen.ok, requestsPerSecond: seen.ok / taken, ...seen.failures };
  const { request } = seen.latencies;
  const boundBy = clientBoundBy({
    ...{ cpuCores, processes: 1, loopDelayP99Ms, ackP95: request.percentile(95) },
    sendLatenessP95: seen.late.percentile(95),
  });
  return {
    format: 'chat-load-run/1',
    kind: 'http',
    command,
    startedAt: new Date(startAt).toISOString(),
    seconds: taken,
    plan: { target: server.name, users, seconds, repetition, workload, ...(rate !== undefined && { rate }) },
    client: {
      ...{ name: 'http', ...clientFacts(), processes: 1, cpuCores, rssMb: process.memoryUsage.rss() / 1024 / 1024 },
      ...{ loopDelayP99Ms, bound: boundBy.length > 0, boundBy },
    },
    server: {
      ...server.facts,
      parts: usagesOf(samples.samples, { parts, serverParts, startAt, seconds: taken }),
    },
    counts,
    errors: seen.codes,
    histograms: Object.fromEntries(Object.entries(seen.latencies).map(([name, all]) => [name, all.toJSON()])),
    latencies: Object.fromEntries(Object.entries(seen.latencies).map(([name, all]) => [name, all.summary()])),
    series: series({ startAt, seconds: taken, parts, samples, loopDelays: watch.looks }),
    verdicts: [
      verdict('requests without a 2xx answer', failedRequests(counts)),
      verdict('runs without a request', request.count === 0 ? 1 : 0),
    ],
  };
}

/** What the users of one run were answered. */
class Seen {
  ok = 0;
  late = new Latencies();
  /** @type {Record<string, number>} */
  failures = { otherCodes: 0, reset: 0 };
  /** @type {Record<string, number>} how often, by code */
  codes = {};
  /** @type {Record<string, Latencies>} of all requests, and of each by its name */
  latencies = { request: new Latencies() };

  /** @param {string[]} names of requests */
  constructor(names) {
    if (names.length > 1) for (const name of names) this.latencies[name] = new Latencies();
  }

  /** @param {import('./httpUser.js').Answer} answer */
  add({ name, status, code, intendedAt, answeredAt }) {
    if (code === undefined) this.ok++;
    else {
      this.failures[status === 0 ? 'reset' : 'otherCodes']++;
      this.codes[code] = (this.codes[code] ?? 0) + 1;
    }
    this.latencies.request.record(answeredAt - intendedAt);
    this.latencies[name]?.record(answeredAt - intendedAt);
  }
}
