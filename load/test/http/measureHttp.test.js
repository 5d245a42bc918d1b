import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { failedVerdicts } from '../../src/record/verdict.js';
import { runJob } from '../../src/run/runJob.js';
import { jobsOf } from '../../src/workload/workloads.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../src/record/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

/** A server that notes what it is asked. @param {import('node:test').TestContext} t */
async function noting(t) {
  /** @type {string[]} */
  const asked = [];
  const atOnce = { now: 0, most: 0 };
  const server = http.createServer(async (request, response) => {
    atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    response.once('finish', () => atOnce.now--);
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push(`${request.method} ${request.url} ${body.replace(/[0-9a-f]{32}/, 'UNIQUE')}`);
    if (request.url === '/config') return response.writeHead(404).end();
    if (request.method === 'DELETE') return response.writeHead(409).end('{"error":{"code":"already_gone"}}');
    return response.writeHead(request.method === 'POST' ? 201 : 200).end('{"message":{"id":7}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  return {
    asked,
    atOnce,
    url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
  };
}

test('each user makes the requests in turn, with what earlier answers left, and failures are told by their code', async (t) => {
  const { asked, url } = await noting(t);
  const [job] = jobsOf('crud', { levels: [1], rate: 50, seconds: 0.2 });
  const run = { ...job, logIn: false, command: 'load/run crud' };
  const record = await runJob({ url }, run, () => {});
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  // The first was the question what server this is.
  assert.deepEqual(asked.slice(1, 6), [
    'POST /messages {"clientId":"UNIQUE","text":"test message"}',
    'GET /messages?after=6&limit=1 ',
    'GET /messages?limit=100 ',
    'PATCH /messages/7 {"text":"edited message"}',
    'DELETE /messages/7 {}',
  ]);
  assert.deepEqual([record.counts.requests, record.counts.otherCodes, record.errors], [8, 2, { already_gone: 2 }]);
  assert.deepEqual([record.latencies.request.count, record.latencies['read one'].count], [10, 2]);
  assert.deepEqual(
    failedVerdicts(record).map(({ name, value }) => `${name}: ${value}`),
    ['requests without a 2xx answer: 2'],
  );
});

test('without a rate a user asks again as soon as it is answered', async (t) => {
  const { asked, atOnce, url } = await noting(t);
  const [job] = jobsOf('empty', { levels: [3], seconds: 0.3 });
  const record = await runJob({ url }, { ...job, command: 'load/run empty' }, () => {});
  assert.equal(record.counts.requests, asked.filter((line) => line === 'GET /empty ').length);
  assert.ok(atOnce.most >= 1 && atOnce.most <= 3, `${atOnce.most} at once of 3 users`);
  assert.equal(record.plan.rate, undefined);
});
