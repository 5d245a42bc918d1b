import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../machine/clock.js';
import { Latencies } from '../ledger/latencies.js';
import { sendOnSchedule } from '../schedule/openLoop.js';
import { messagesOf, scheduleOf } from '../schedule/schedule.js';
import { soleShare } from '../schedule/shares.js';
import { ClientWatch } from '../machine/clientWatch.js';
import { clientBoundBy } from '../record/clientBound.js';
import { requestRecord } from '../record/requestRecord.js';
import { sampleWhile } from '../sampler/sampler.js';
import { HttpUser } from './httpUser.js';

/**
 * One run of HTTP requests. With a rate it is an open loop: times are fixed beforehand, and latencies count from them.
 * Without one it is a closed loop: each user asks again as soon as it is answered.
 * @param {import('../server/openServer.js').OpenServer} server
 * @param {import('../job.js').Job & import('./httpUser.js').HttpLoad} job
 */
export async function measureHttp(server, job) {
  const { contract, reconnectAfter, rate, seconds } = job;
  const onChat = server.endpoint !== null && contract !== undefined;
  const { requests = [], before = [] } = onChat ? contract : job;
  const base = onChat ? server.url : new URL(server.http.url).origin;
  const users = Array.from(
    { length: job.users },
    (_, place) => new HttpUser({ base, requests, reconnectAfter, vars: { user: place + 1, lab: server.lab } }),
  );
  const answers = new Answers(requests.map(({ name }) => name));
  const ask = async () => {
    const watch = new ClientWatch();
    const startAt = now();
    const load =
      rate === undefined
        ? askUntil(startAt + seconds * 1000, users, answers)
        : askAtRate({ rate, seconds, startAt }, users, answers);
    // Waiting for the last answers would lower the client's averages.
    const [use] = await Promise.all([sleep(seconds * 1000).then(() => watch.stop()), load]);
    return { measuredSeconds: (now() - startAt) / 1000, use };
  };
  const { startAt, done, samples } = await prepare(users, before)
    .then(() => sampleWhile(server.pidsByPart, ask))
    .finally(() => Promise.all(users.map((user) => user.close())));
  const ackP95 = answers.latencies.request.percentile(95);
  const boundBy = clientBoundBy({ ...done.use, ackP95, sendLatenessP95: answers.sendLateness.percentile(95) });
  return requestRecord(server, job, {
    startAt,
    seconds: done.measuredSeconds,
    samples,
    path: { parts: (onChat ? server.messages : server.http).parts },
    client: { ...done.use, boundBy },
    counts: { requests: answers.ok, ...answers.failures },
    errors: answers.codes,
    latencies: Object.fromEntries(Object.entries(answers.latencies).map(([name, each]) => [name, each.summary()])),
  });
}

/**
 * Makes the requests that come before those of the run.
 * @param {HttpUser[]} users @param {import('./httpUser.js').HttpRequest[]} before
 * @throws {Error} that names the request which had no 2xx
 */
async function prepare(users, before) {
  for (const user of users)
    for (const request of before) {
      const { status, code } = await user.ask(request);
      if (code !== undefined) throw new Error(`${user.base}: ${request.name} was answered ${status} ${code}.`);
    }
}

/** @param {number} endAt @param {HttpUser[]} users @param {Answers} answers */
async function askUntil(endAt, users, answers) {
  const askOn = async (/** @type {HttpUser} */ user) => {
    while (now() < endAt) answers.add(await user.next(now()));
  };
  await Promise.all(users.map(askOn));
}

/**
 * @param {{rate: number, seconds: number, startAt: number}} load @param {HttpUser[]} users @param {Answers} answers
 */
async function askAtRate({ rate, seconds, startAt }, users, answers) {
  const messages = messagesOf(scheduleOf({ rate, seconds }), soleShare(users.length));
  /** @type {Promise<void>[]} */
  const pendingRequests = [];
  const sendOne = (/** @type {number} */ _, /** @type {number} */ intendedAt, /** @type {number} */ sender) => {
    // A user that waits for its answer before is the server's doing, so lateness ends here.
    answers.sendLateness.record(now() - intendedAt);
    pendingRequests.push(users[sender].next(intendedAt).then((answer) => answers.add(answer)));
  };
  await sendOnSchedule({ messages, startAt, sendOne });
  await sleep(Math.max(0, startAt + seconds * 1000 - now()));
  await Promise.all(pendingRequests);
}

/** The answers of one run. */
class Answers {
  ok = 0;
  sendLateness = new Latencies();
  /** @type {Record<string, number>} by kind, and as `failed NAME` by request */
  failures = { otherCodes: 0, reset: 0, refused: 0, timeouts: 0 };
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
      this.failures[status === 0 ? causeOf(code) : 'otherCodes']++;
      this.failures[`failed ${name}`] = (this.failures[`failed ${name}`] ?? 0) + 1;
      this.codes[code] = (this.codes[code] ?? 0) + 1;
    }
    this.latencies.request.record(answeredAt - intendedAt);
    this.latencies[name]?.record(answeredAt - intendedAt);
  }
}

/** @param {string} code of Node.js or undici @returns {'refused' | 'timeouts' | 'reset'} why no answer came */
export function causeOf(code) {
  if (code === 'ECONNREFUSED') return 'refused';
  return /TIMEOUT|TIMEDOUT/.test(code) ? 'timeouts' : 'reset';
}
