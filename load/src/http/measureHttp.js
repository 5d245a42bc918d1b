import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../machine/clock.js';
import { sendOnSchedule } from '../schedule/openLoop.js';
import { messagesOf, scheduleOf } from '../schedule/schedule.js';
import { soleShare } from '../schedule/shares.js';
import { ClientWatch } from '../machine/clientWatch.js';
import { clientBoundBy } from '../record/clientBound.js';
import { requestRecord } from '../record/requestRecord.js';
import { sampleWhile } from '../machine/sampler.js';
import { ServerFailure } from '../server/contractClient.js';
import { Answers } from './answers.js';
import { requestsAt } from './requestsAt.js';
import { HttpUser } from './httpUser.js';

/** @import { Server } from '../server/openServer.js' */
/** @import { HttpRequest, Job } from '../job.js' */

/**
 * Makes one run of HTTP requests. A rate makes an open loop: times are fixed beforehand, and latencies count from them.
 * Without a rate each user asks again as soon as it is answered (closed loop). Answers that come after the job's
 * seconds count for the latencies and not for the requests/s, since the CPU of both sides counts only until then.
 * @param {Server} server @param {Job} job
 */
export async function measureHttp(server, job) {
  const { reconnectAfter, rate, seconds } = job;
  const { requests = [], before = [] } = requestsAt(server, job);
  const onChat = Boolean(server.endpoint && job.contract);
  const base = onChat ? server.url : new URL(server.http.url).origin;
  const users = Array.from(
    { length: job.users },
    (_, index) => new HttpUser({ base, requests, reconnectAfter, vars: { user: index + 1, lab: server.lab } }),
  );
  const answers = new Answers(requests.map(({ name }) => name));
  const ask = async () => {
    const watch = new ClientWatch();
    const startAt = now();
    answers.endAt = startAt + seconds * 1000;
    const load =
      rate === undefined ? askUntilEnd(users, answers) : askAtRate({ rate, seconds, startAt }, users, answers);
    const [use] = await Promise.all([sleep(seconds * 1000).then(() => watch.stop()), load]);
    return use;
  };
  const {
    startAt,
    done: use,
    samples,
  } = await prepare(users, before)
    .then(() => sampleWhile(server.pidsByPart, ask))
    .finally(() => Promise.all(users.map((user) => user.close())));
  const ackP95 = answers.latencies.request.percentile(95);
  const boundBy = clientBoundBy({ ...use, ackP95, sendLatenessP95: answers.sendLateness.percentile(95) });
  return requestRecord(server, job, {
    startAt,
    seconds,
    samples,
    path: { parts: (onChat ? server.messages : server.http).parts },
    client: { ...use, boundBy },
    counts: answers.counts,
    errors: answers.codes,
    latencies: Object.fromEntries(Object.entries(answers.latencies).map(([name, each]) => [name, each.summary()])),
  });
}

/**
 * Makes the requests that come before those of the run.
 * @param {HttpUser[]} users @param {HttpRequest[]} before
 * @throws {ServerFailure} that names a request without a 2xx
 */
async function prepare(users, before) {
  for (const user of users)
    for (const request of before) {
      const { status, code } = await user.ask(request);
      if (code !== undefined) throw new ServerFailure(`${user.base}: ${request.name} was answered ${status} ${code}.`);
    }
}

/** @param {HttpUser[]} users @param {Answers} answers */
async function askUntilEnd(users, answers) {
  const askOn = async (/** @type {HttpUser} */ user) => {
    while (now() < answers.endAt) answers.add(await user.next(now()));
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
    // A user may still wait for its last answer. The server causes that wait, so it is no lateness of the client.
    answers.sendLateness.record(now() - intendedAt);
    pendingRequests.push(users[sender].next(intendedAt).then((answer) => answers.add(answer)));
  };
  await sendOnSchedule({ messages, startAt, sendOne });
  await Promise.all(pendingRequests);
}
