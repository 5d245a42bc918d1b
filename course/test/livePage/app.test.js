import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { liveApp } from '../../livePage/app.js';
import { LAB_CALLS } from '../../livePage/page/labCalls.js';

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
 * @returns {Promise<{status: number | undefined, headers: http.IncomingHttpHeaders, text: string}>}
 */
function ask(method, address, headers = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path: address, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    request.once('error', reject).end(body);
  });
}
const JSON_TYPE = { 'content-type': 'application/json' };

test('this server sends all of the page, and forbids framing', async () => {
  const { status, headers, text } = await ask('GET', '/');
  assert.equal(status, 200);
  assert.match(`${headers['content-security-policy']}`, /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(`${headers['content-security-policy']}`, /unsafe|\*/);
  const files = [...text.matchAll(/(?:href|src)="([^"]+)"/g), ...text.matchAll(/": "([^"]+)"/g)].map(
    ([, file]) => file,
  );
  assert.ok(files.length >= 6, files.join());
  for (const file of files) assert.equal((await ask('GET', file)).status, 200, file);
});

test('a page of another origin cannot start anything', async () => {
  for (const address of ['/api/press', '/api/lab', '/api/stop', '/api/question'])
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': type };
      assert.equal((await ask('POST', address, foreign, '{}')).status, 403, type);
    }
  for (const origin of ['http://127.0.0.1:3000', `http://localhost:${port}`, 'null'])
    assert.equal((await ask('POST', '/api/lab', { ...JSON_TYPE, origin }, '{}')).status, 403, origin);
  for (const host of [`evil.example:${port}`, '127.0.0.1:1'])
    assert.equal((await ask('POST', '/api/lab', { ...JSON_TYPE, host }, '{}')).status, 421, host);
});

test('an order that cannot be carried out is refused with a reason', async () => {
  for (const [address, body, reason] of /** @type {Array<[string, object, RegExp]>} */ ([
    ['/api/press', { label: '', where: 'loop', what: 'cpu', body: { ms: 1 }, times: 1 }, /No chat takes lab calls/],
    ['/api/lab', { id: '99-none', prediction: 0 }, /no such lab/],
    ['/api/question', { id: '99-none' }, /no such lab/],
  ])) {
    const { status, text } = await ask('POST', address, JSON_TYPE, JSON.stringify(body));
    assert.equal(status, 422, address);
    assert.match(JSON.parse(text).message, reason);
  }
});

test('each button makes a lab call of the contract', () => {
  const { lab } = JSON.parse(fs.readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));
  for (const { what } of LAB_CALLS) assert.ok(lab.what.includes(what), what);
});
