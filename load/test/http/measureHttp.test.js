import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf } from '../../src/http/answers.js';
import { requestsAt } from '../../src/http/requestsAt.js';
import { METRICS } from '../../src/record/metrics.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { runJob } from '../../src/run/runJob.js';
import { jobsOf } from '../../src/run/workloads.js';
import { listening } from '../helpers/listening.js';
import { assertValid } from '../helpers/assertValid.js';

/** @import { TestContext } from 'node:test' */

/** Starts a server that notes its requests. @param {TestContext} t */
async function noting(t) {
  /** @type {string[]} */
  const asked = [];
  const atOnce = { now: 0, most: 0 };
  const connections = new Set();
  const server = http.createServer(async (request, response) => {
    connections.add(request.socket);
    atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    response.once('finish', () => atOnce.now--);
    const body = Buffer.concat(await request.toArray()).toString();
    const { cookie, authorization } = request.headers;
    const text = body.replace(/[0-9a-f]{32}/, 'UNIQUE').replace(/^x+$/, String(body.length));
    asked.push(`${request.method} ${request.url} ${text} ${authorization ?? cookie}`);
    response.setHeader('set-cookie', `sid=${asked.length}; Path=/`);
    if (request.url === '/login') return response.end('{"token":"t0"}');
    if (request.url === '/config') return response.writeHead(404).end();
    if (request.method === 'DELETE') return response.writeHead(409).end('{"error":{"code":"already_gone"}}');
    return response.writeHead(request.method === 'POST' ? 201 : 200).end('{"message":{"id":7}}');
  });
  // With a shorter timeout the clients would close their connections by themselves.
  server.keepAliveTimeout = 60_000;
  return { asked, atOnce, connections, url: await listening(t, server) };
}

test('users make the requests in turn with values of earlier answers, and failures are counted by code', async (t) => {
  const { asked, connections, url } = await noting(t);
  const [job] = jobsOf('crud', { levels: [1], rate: 50, seconds: 0.2 });
  // The server has no /config, so the test replaces its requests by those for a chat.
  const asChat = requestsAt({ endpoint: /** @type {any} */ ({}) }, job);
  const [record] = await runJob({ url }, { ...job, ...asChat }, () => {});
  assertValid(record);
  // The first request asked for the server's /config.
  assert.deepEqual(asked.slice(1, 7), [
    'POST /login {"login":"user 1","password":"study-password","token":true} undefined',
    'POST /messages {"clientId":"UNIQUE","text":"test message"} Bearer t0',
    'GET /messages?after=6&limit=1  Bearer t0',
    'GET /messages?limit=100  Bearer t0',
    'PATCH /messages/7 {"text":"edited message"} Bearer t0',
    'DELETE /messages/7 {} Bearer t0',
  ]);
  assert.equal(connections.size, 2, 'one of the user, one of the question');
  assert.deepEqual([record.counts.attempts, record.counts.otherCodes, record.errors], [10, 2, { already_gone: 2 }]);
  assert.deepEqual([record.counts['failed DELETE'], record.counts['attempts DELETE']], [2, 2]);
  assert.deepEqual([record.latencies.request.count, record.latencies['GET one'].count], [10, 2]);
  assert.deepEqual(
    failedVerdicts(record).map(({ name, value }) => `${name}: ${value}`),
    ['requests without a 2xx answer: 2'],
  );
});

test('without a rate a user asks again as soon as it is answered', async (t) => {
  const { asked, atOnce, url } = await noting(t);
  const [job] = jobsOf('empty', { levels: [3], seconds: 0.3 });
  const [record] = await runJob({ url }, job, () => {});
  assert.equal(record.counts.attempts, asked.filter((line) => line.startsWith('GET /empty ')).length);
  assert.ok(atOnce.most >= 1 && atOnce.most <= 3, `${atOnce.most} at once of 3 users`);
  assert.equal(record.plan.rate, undefined);
});

test('a session keeps its cookie for a number of requests, then a new one begins on a new connection', async (t) => {
  const { asked, url } = await noting(t);
  const [job] = jobsOf('empty', { levels: [1], rate: 100, seconds: 0.08 });
  const requests = [
    { name: 'page', path: '/page' },
    { name: 'picture', path: '/picture', once: true },
    { name: 'upload', method: 'POST', path: '/upload', bytes: 15 },
  ];
  await runJob({ url }, { ...job, requests, reconnectAfter: [5, 5] }, () => {});
  assert.deepEqual(
    asked.slice(1).map((line) => line.replace(/sid=\d+/, 'SID')),
    [
      'GET /page  undefined',
      'GET /picture  SID',
      'POST /upload 15 SID',
      'GET /page  SID',
      'POST /upload 15 SID',
      'GET /page  undefined',
      'GET /picture  SID',
      'POST /upload 15 SID',
    ],
  );
});

test('an answer after the run has a latency, and counts neither for the rate nor as a failure', async (t) => {
  let asked = 0;
  const server = http.createServer(async (request, response) => {
    if (request.url === '/empty' && ++asked > 1) await sleep(700);
    response.end();
  });
  const url = await listening(t, server);
  const [job] = jobsOf('empty', { levels: [1], seconds: 0.5 });
  const [record] = await runJob({ url }, job, () => {});
  const { requests, attempts, requestsPerSecond } = record.counts;
  assert.deepEqual([record.seconds, requests, requestsPerSecond], [0.5, Number(attempts) - 1, Number(requests) / 0.5]);
  assert.equal(record.latencies.request.count, attempts);
  assert.deepEqual([METRICS.failedPercent.of(record), failedVerdicts(record)], [0, []]);
});

test('a request without an answer is counted by its cause', async (t) => {
  const server = http.createServer((request, response) => {
    if (request.url !== '/broken') return response.writeHead(404).end();
    request.socket.destroy();
    // The server refuses later connections.
    server.close();
  });
  const url = await listening(t, server);
  const [job] = jobsOf('empty', { levels: [1], rate: 50, seconds: 0.1 });
  const [record] = await runJob({ url }, { ...job, requests: [{ name: 'broken', path: '/broken' }] }, () => {});
  const { count } = record.latencies.request;
  assert.deepEqual([count, METRICS.failedPercent.of(record)], [0, 100], 'no answer has no latency');
  const { requests, reset, refused, timeouts, otherCodes } = record.counts;
  assert.deepEqual([requests, reset, refused, timeouts, otherCodes], [0, 1, 4, 0, 0], JSON.stringify(record.errors));
  assert.match(failedVerdicts(record)[0].name, /without a 2xx answer/);
  assert.equal(causeOf('UND_ERR_HEADERS_TIMEOUT'), 'timeouts');
});

test('a run that cannot begin names the request that failed, and closes its connections', async (t) => {
  const { connections, url } = await noting(t);
  const [job] = jobsOf('empty', { levels: [2], seconds: 0.1 });
  const before = [{ name: 'gone', method: 'DELETE', path: '/gone' }];
  await assert.rejects(
    runJob({ url }, { ...job, before }, () => {}),
    /: gone was answered 409 already_gone\.$/,
  );
  const [, ofUser] = connections;
  if (!ofUser.closed) await once(ofUser, 'close', { signal: AbortSignal.timeout(10_000) });
});
