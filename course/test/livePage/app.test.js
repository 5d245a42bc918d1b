import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { readCourse } from '../../src/course.js';
import { liveApp } from '../../livePage/server/app.js';
import { LabDesk } from '../../livePage/server/labDesk.js';

/** @type {Awaited<ReturnType<typeof liveApp>>} */
let app;
let port = 0;
before(async () => {
  app = await liveApp({ instance: 'nobody-has-this-name' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = /** @type {any} */ (app.server.address()).port;
});
after(() => app.close());

/**
 * @param {string} method @param {string} address @param {Record<string, string>} [headers] @param {string} [body]
 * @returns {Promise<{status: number, headers: http.IncomingHttpHeaders, json: any, text: string}>}
 */
function ask(method, address, headers = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path: address, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      const json = /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(text) : null;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, json, text });
    });
    request.once('error', reject).end(body);
  });
}
const ASKED = ['id', 'number', 'title', 'question', 'choices', 'runs', 'shortForm', 'servers', 'charts'];
const JSON_TYPE = { 'content-type': 'application/json' };

test('the page comes whole from this server, and nobody may frame it', async () => {
  const { status, headers, text } = await ask('GET', '/');
  assert.equal(status, 200);
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(`${headers['content-security-policy']}`, /unsafe|\*/);
  const files = [...text.matchAll(/(?:href|src)="([^"]+)"/g)]
    .map(([, file]) => file)
    .filter((file) => !file.startsWith('#'));
  assert.ok(files.length >= 3 && files.every((file) => file.startsWith('/')), files.join());
  for (const file of files) assert.equal((await ask('GET', file)).status, 200, file);
});

test('no page of another origin starts anything, by whatever it can send', async () => {
  const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const address of ['/api/load', '/api/press', '/api/lab', '/api/lab/stop', '/api/lab/reset'])
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      assert.equal((await ask('POST', address, { ...foreign, 'content-type': type }, '{}')).status, 403, type);
  for (const origin of ['http://127.0.0.1:3000', `http://localhost:${port}`, 'null'])
    assert.equal((await ask('POST', '/api/load', { ...JSON_TYPE, origin }, '{}')).status, 403, origin);
  for (const host of [`evil.example:${port}`, '127.0.0.1:1'])
    assert.equal((await ask('POST', '/api/load', { ...JSON_TYPE, host }, '{}')).status, 421, host);
  // An old browser that sends neither Origin nor Sec-Fetch-Site still cannot send JSON across origins unasked.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    assert.equal((await ask('POST', '/api/load', { 'content-type': type }, '{}')).status, 415, type);
  const preflight = await ask('OPTIONS', '/api/load', { ...foreign, 'access-control-request-method': 'POST' });
  assert.equal(preflight.status, 403);
  assert.equal(preflight.headers['access-control-allow-origin'], undefined);
});

test('a lab begins with a prediction, and nobody is told before what will come', async () => {
  /** @param {string} address @param {object} body */
  const post = (address, body) => ask('POST', address, JSON_TYPE, JSON.stringify(body));
  const [id] = (await readCourse()).map((lab) => lab.id);
  for (const prediction of [undefined, null, -1, 3, 0.5, '0'])
    assert.equal((await post('/api/lab', { id, prediction })).json.error.field, 'prediction', `${prediction}`);
  assert.equal((await post('/api/lab', { id: '99-none', prediction: 0 })).json.error.field, 'id');
  assert.equal((await post('/api/lab', { id, prediction: 0, short: 1 })).json.error.field, 'short');
  assert.equal((await post('/api/lab/stop', {})).json.error.code, 'no_lab');
  const desk = await LabDesk.ofCourse({});
  for (const lab of desk.asked()) assert.deepEqual(Object.keys(lab), ASKED, lab.id);
  assert.equal(
    (await post('/api/press', { key: 'cpu', where: 'loop', ms: 1, times: 1, chats: ['node'] })).json.error.field,
    'chats',
  );
});

test('without a chat there is nothing to load, and it is said what to type', async () => {
  const { status, json } = await ask('POST', '/api/load', JSON_TYPE, '{}');
  assert.equal(status, 422);
  assert.match(json.error.message, /infra\/up --lecture/);
  assert.equal((await ask('POST', '/api/load', JSON_TYPE, '{')).status, 400);
  assert.equal((await ask('POST', '/api/load', JSON_TYPE, 'null')).status, 422);
  assert.equal((await ask('POST', '/api/load', JSON_TYPE, `"${'x'.repeat(5000)}"`)).status, 413);
});

test('whoever watches is told at once what there is', async () => {
  const told = await new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: '/api/events' }, (response) =>
      response.once('data', (text) => resolve(String(text).split('\n\n', 1)[0])),
    );
    request.once('error', reject);
  });
  assert.equal(told, 'event: load\ndata: {"isRunning":false,"lines":[]}');
});
