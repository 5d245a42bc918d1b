import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readCourse } from '../../labs/course.js';
import { liveApp } from '../../livePage/server/app.js';
import { LabDesk } from '../../livePage/server/labDesk.js';

/** @type {Awaited<ReturnType<typeof liveApp>>['app']} */
let app;
let port = 0;
const results = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-live-'));
before(async () => {
  ({ app } = await liveApp({ host: '127.0.0.1', token: null, results, instance: 'nobody-has-this-name' }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = /** @type {any} */ (app.server.address()).port;
});
after(async () => {
  await app.close();
  fs.rmSync(results, { recursive: true });
});

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
const plan = JSON.stringify({ targets: ['node'], scenario: 'steady', users: 1, rate: 1, seconds: 1 });

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

test('no page of another origin starts a run, by whatever it can send', async () => {
  const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const { status } = await ask('POST', '/api/run', { ...foreign, 'content-type': type }, plan);
    assert.equal(status, 403, type);
  }
  assert.equal((await ask('POST', '/api/run', { ...JSON_TYPE, host: `evil.example:${port}` }, plan)).status, 421);
  // An old browser that sends neither Origin nor Sec-Fetch-Site still cannot send JSON across origins unasked.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    assert.equal((await ask('POST', '/api/run', { 'content-type': type }, plan)).status, 415, type);
  const preflight = await ask('OPTIONS', '/api/run', { ...foreign, 'access-control-request-method': 'POST' });
  assert.equal(preflight.status, 403);
  assert.equal(preflight.headers['access-control-allow-origin'], undefined);
  assert.equal((await ask('GET', '/api/run', {})).status, 404, 'and no link does');
});

test('no page of another origin makes a lab call or runs a lab', async () => {
  const foreign = { ...JSON_TYPE, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const address of ['/api/press', '/api/lab', '/api/lab/stop', '/api/lab/reset'])
    assert.equal((await ask('POST', address, foreign, '{}')).status, 403, address);
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

test('what makes no sense is answered by what to change', async () => {
  /** @param {string} address @param {string} [body] */
  const post = (address, body) => ask('POST', address, JSON_TYPE, body);
  const away = await post('/api/run', plan);
  assert.deepEqual([away.status, away.json.error.field], [422, 'targets']);
  assert.match(away.json.error.message, /node is not running.*infra\/up/);
  assert.equal((await post('/api/run', '{')).status, 400);
  assert.equal((await post('/api/run', 'null')).status, 422);
  assert.equal((await post('/api/run', JSON.stringify({ targets: ['x'.repeat(5000)] }))).status, 413);
  assert.deepEqual((await post('/api/stop', '{}')).json.error.code, 'no_run');
  assert.deepEqual((await post('/api/mark', '{"label":"window off"}')).json.error.code, 'no_run');
  for (const label of ['', '   ', 'x'.repeat(81), 'a\nb', 7, null])
    assert.equal((await post('/api/mark', JSON.stringify({ label }))).json.error.field, 'label', `${label}`);
});

test('of the results a run’s record and report are read, and nothing else of this machine', async () => {
  fs.mkdirSync(path.join(results, 'rabc'));
  fs.writeFileSync(path.join(results, 'rabc', 'record-node.json'), '{}');
  fs.writeFileSync(path.join(results, 'rabc', 'report.html'), '<p>');
  fs.writeFileSync(path.join(results, 'rabc', 'ledger.json'), '{}');
  assert.equal((await ask('GET', '/runs/rabc/record-node.json')).status, 200);
  const report = await ask('GET', '/runs/rabc/report.html');
  assert.match(report.headers['content-security-policy'] ?? '', /^sandbox allow-scripts/, 'its scripts have no origin');
  for (const address of [
    '/runs/rabc/ledger.json',
    '/runs/rabc/..%2f..%2fetc%2fpasswd',
    '/runs/..%2frabc/record-node.json',
    '/runs/../../../../etc/passwd',
    '/runs/rabc/record-..%2f..%2f.json',
    '/runs/rabd/record-node.json',
    '//',
    '/runs/rabc/../..',
  ])
    assert.equal((await ask('GET', address)).status, 404, address);
});

test('whoever watches is told at once what there is, and no more than so many may', async () => {
  /** @returns {Promise<[number, string]>} */
  const watch = () =>
    new Promise((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', path: '/api/events' }, (response) => {
        if (response.statusCode !== 200) return resolve([response.statusCode ?? 0, '']);
        return response.once('data', (text) => resolve([200, String(text).split('\n\n', 1)[0]]));
      });
      request.once('error', reject);
    });
  assert.deepEqual(await watch(), [200, 'event: run\ndata: {"run":null}']);
  const answers = await Promise.all(Array.from({ length: 40 }, watch));
  assert.equal(answers.filter(([status]) => status === 503).length, 9);
});

test('to other machines the token opens the page once, and leaves the address for a cookie', async (t) => {
  const outside = await liveApp({ host: '0.0.0.0', token: 'of-this-run', results, instance: 'nobody-has-this-name' });
  t.after(() => outside.app.close());
  await outside.app.listen({ host: '127.0.0.1', port: 0 });
  const at = `http://127.0.0.1:${/** @type {any} */ (outside.app.server.address()).port}`;
  const get = (/** @type {string} */ address, headers = {}) => fetch(at + address, { headers, redirect: 'manual' });
  for (const address of [
    '/',
    '/live.js',
    '/api/choices',
    '/api/events',
    '/?token=guessed',
    '/api/choices?token=of-this-run',
  ])
    assert.equal((await get(address)).status, 401, address);
  const opened = await get('/?token=of-this-run');
  assert.deepEqual([opened.status, opened.headers.get('location')], [302, '/']);
  const [cookie] = opened.headers.getSetCookie();
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  assert.equal((await get('/', { cookie: cookie.split(';', 1)[0] })).status, 200);
});
