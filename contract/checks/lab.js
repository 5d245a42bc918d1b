import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { contract, limits } from '../suite/contract.js';
import { eventually, expectError, expectStatus, pause } from '../suite/expect.js';

const { lab } = contract;
const options = { lab: true };
const alone = /** @type {const} */ ({ lab: true, company: 'alone' });
const bytes = { 'content-type': 'application/octet-stream' };

/** A call of each kind that is over at once. @type {Record<string, any>} */
const short = {
  cpu: { json: { ms: 1 } },
  wait: { json: { ms: 1 } },
  query: { json: { ms: 1 } },
  call: { json: { ms: 1 } },
  leak: { json: { bytes: 1 } },
  upload: { headers: bytes, body: Buffer.alloc(15_360) },
  hash: { json: { cost: lab.hashCostMin } },
};

/** Bodies that are out of bounds, and the field at fault. @type {[string, any, string][]} */
const invalid = [
  ...['cpu', 'wait', 'query', 'call'].flatMap((what) =>
    [undefined, 0, -1, lab.msMax + 1, 1.5, '100', null, true, [1]].map(
      (ms) => /** @type {[string, any, string]} */ ([what, { ms }, 'ms']),
    ),
  ),
  ...[0, lab.fibonacciMax + 1, '10'].map((fibonacci) => /** @type {any} */ (['cpu', { fibonacci }, 'fibonacci'])),
  ...['wait', 'query', 'call'].map((what) => /** @type {any} */ ([what, { ms: 1, blocking: 'yes' }, 'blocking'])),
  ...[undefined, 0, lab.leakMaxBytes + 1].map((size) => /** @type {any} */ (['leak', { bytes: size }, 'bytes'])),
  ...[undefined, lab.hashCostMin - 1, lab.hashCostMax + 1].map(
    (cost) => /** @type {any} */ (['hash', { cost }, 'cost']),
  ),
];

/** @typedef {import('../suite/trial.js').Trial} Trial */

/** @param {Trial} t @param {string} where @param {string} what @param {any} json */
const ask = (t, where, what, json) => t.post(`/lab/${where}/${what}`, json);

/**
 * Asks the event loop for something, again and again, until a call is over.
 * @param {Trial} t @param {Promise<import('../suite/request.js').Answer>} call
 * @returns {Promise<{longest: number, meanwhile: number}>} ms; answers that came before the call's
 */
async function probing(t, call) {
  let isOver = false;
  const over = call.then((answer) => {
    isOver = true;
    expectStatus(answer, 200);
  });
  let [longest, meanwhile] = [0, 0];
  while (!isOver) {
    const began = performance.now();
    await t.call('/lab');
    longest = Math.max(longest, performance.now() - began);
    if (!isOver) meanwhile++;
    await pause(20);
  }
  await over;
  return { longest, meanwhile };
}

export const checks = [
  check(
    'without lab calls each of their addresses is 404 not_found, whatever is sent there',
    async (t) => {
      expectError(await t.call('/lab'), 'not_found');
      for (const where of lab.where) {
        for (const [what, call] of Object.entries(short))
          expectError(await t.call(`/lab/${where}/${what}`, { method: 'POST', ...call }), 'not_found');
        expectError(await ask(t, where, 'cpu', { ms: 0 }), 'not_found');
        expectError(await t.call(`/lab/${where}/leak`, { method: 'DELETE', json: {} }), 'not_found');
      }
    },
    { lab: false },
  ),

  check(
    'GET /lab names the places and kinds of lab calls',
    async (t) => {
      const { where, what, workers } = (await t.call('/lab')).json;
      assert.deepEqual({ where, what }, { where: lab.where, what: lab.what });
      assert.ok(Number.isInteger(workers) && workers >= 1, `${workers} workers`);
    },
    options,
  ),

  check(
    'GET /lab tells how many workers are at work, and how many requests wait for one',
    async (t) => {
      const { workers, busy } = (await t.call('/lab')).json;
      if (busy === null) return; // it says that it cannot tell
      const calls = Array.from({ length: workers + 3 }, () => ask(t, 'worker', 'wait', { ms: 1000 }));
      await eventually(async () => {
        const figures = (await t.call('/lab')).json;
        assert.deepEqual([figures.busy, figures.waiting], [workers, 3]);
      });
      for (const answer of await Promise.all(calls)) expectStatus(answer, 200);
      await eventually(async () => {
        const figures = (await t.call('/lab')).json;
        assert.deepEqual([figures.busy, figures.waiting], [0, 0]);
      });
    },
    alone,
  ),

  check(
    'a lab call answers where it was done, what it was, for how long, and by which process',
    async (t) => {
      for (const place of lab.where) {
        for (const [kind, call] of Object.entries(short)) {
          const answer = await t.call(`/lab/${place}/${kind}`, { method: 'POST', ...call });
          if (answer.status === 503) {
            expectError(answer, 'lab_unavailable');
            continue;
          }
          expectStatus(answer, 200);
          const { where, what, ms, pid } = answer.json;
          assert.deepEqual([where, what], [place, kind]);
          assert.ok(Number.isInteger(ms) && ms >= 0 && Number.isInteger(pid) && pid > 0, answer.text);
        }
      }
    },
    options,
  ),

  check(
    'a lab call is at work for as long as it was asked to be, and answers what it found',
    async (t) => {
      for (const where of lab.where) {
        for (const what of ['cpu', 'wait', 'query']) {
          const { ms } = (await ask(t, where, what, { ms: 50 })).json;
          assert.ok(ms >= 49, `${where} ${what}: ${ms} ms`);
        }
        assert.equal((await ask(t, where, 'cpu', { fibonacci: 20 })).json.value, 6765);
        assert.equal((await t.call(`/lab/${where}/upload`, { method: 'POST', ...short.upload })).json.bytes, 15_360);
        assert.equal((await ask(t, where, 'hash', { cost: 4 })).json.cost, 4);
        assert.match((await ask(t, where, 'query', { ms: 1 })).json.by, /MongoDB|SQLite|MySQL/);
      }
    },
    options,
  ),

  check(
    'nobody is answered by an event loop that a lab call occupies',
    async (t) => {
      for (const [what, json] of /** @type {const} */ ([
        ['cpu', { ms: 1000 }],
        ['wait', { ms: 1000, blocking: true }],
      ])) {
        const { longest } = await probing(t, ask(t, 'loop', what, json));
        assert.ok(
          longest >= 400,
          `${what}: of those who asked meanwhile nobody waited longer than ${Math.round(longest)} ms`,
        );
      }
    },
    alone,
  ),

  check(
    'an event loop goes on while a lab call waits on it, and while one occupies a worker',
    async (t) => {
      for (const [where, what] of [
        ['loop', 'wait'],
        ['worker', 'wait'],
        ['worker', 'cpu'],
      ]) {
        const { meanwhile } = await probing(t, ask(t, where, what, { ms: 800 }));
        assert.ok(meanwhile >= 3, `${where} ${what}: ${meanwhile} answers meanwhile`);
      }
    },
    alone,
  ),

  check(
    'a lab call out of its bounds is 422 lab_invalid with its field',
    async (t) => {
      for (const where of lab.where)
        for (const [what, json, field] of invalid) expectError(await ask(t, where, what, json), 'lab_invalid', field);
    },
    options,
  ),

  check(
    'a lab call takes its content type, JSON that is one object, and 64 KiB at most',
    async (t) => {
      for (const where of lab.where) {
        const call = (/** @type {string} */ what, /** @type {string} */ type, /** @type {string} */ body) =>
          t.call(`/lab/${where}/${what}`, { method: 'POST', headers: { 'content-type': type }, body });
        const large = ' '.repeat(limits.bodyMaxBytes + 1);
        expectError(await call('cpu', 'text/plain', '{"ms":1}'), 'unsupported_media_type');
        expectError(await call('cpu', 'application/octet-stream', '{"ms":1}'), 'unsupported_media_type');
        expectError(await call('upload', 'application/json', '{}'), 'unsupported_media_type');
        expectError(await call('cpu', 'application/json', large), 'body_too_large');
        expectError(await call('upload', 'application/octet-stream', large), 'body_too_large');
        for (const body of ['{', '[1]', '1']) expectError(await call('cpu', 'application/json', body), 'bad_json');
      }
    },
    options,
  ),

  check(
    'lab calls are refused to pages of other sites',
    async (t) => {
      /** @type {Record<string, string>[]} */
      const others = [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
      for (const headers of others) {
        expectError(await t.call('/lab', { headers }), 'origin_not_allowed');
        for (const where of lab.where) {
          expectError(await t.post(`/lab/${where}/cpu`, { ms: 1 }, { headers }), 'origin_not_allowed');
          expectError(
            await t.call(`/lab/${where}/leak`, { method: 'DELETE', json: {}, headers }),
            'origin_not_allowed',
          );
          const upload = { method: 'POST', ...short.upload, headers: { ...bytes, ...headers } };
          expectError(await t.call(`/lab/${where}/upload`, upload), 'origin_not_allowed');
        }
      }
    },
    options,
  ),

  check(
    'lab calls are posted: another method is 405, another kind or place 404',
    async (t) => {
      for (const where of lab.where) {
        const answer = await t.call(`/lab/${where}/cpu`);
        expectError(answer, 'method_not_allowed');
        assert.equal(answer.headers.allow, 'POST');
        expectError(await t.call(`/lab/${where}/leak`, { method: 'PUT' }), 'method_not_allowed');
        for (const path of [`/lab/${where}`, `/lab/${where}/nothing`, `/lab/${where}/cpu/`, '/lab/elsewhere/cpu'])
          expectError(await t.post(path, { ms: 1 }), 'not_found');
      }
      expectError(await t.post('/lab', {}), 'method_not_allowed');
    },
    options,
  ),

  check(
    'what a lab call leaked is kept until it is let go, and no more than there may be',
    async (t) => {
      const letGo = (/** @type {string} */ where) => t.call(`/lab/${where}/leak`, { method: 'DELETE', json: {} });
      for (const where of lab.where) {
        await letGo(where);
        const leaked = (await ask(t, where, 'leak', { bytes: lab.leakMaxBytes })).json;
        assert.equal(leaked.bytes, lab.leakMaxBytes);
        if (leaked.kept === 0) continue; // memory of a process that begins anew with each request
        for (let kept = 2 * lab.leakMaxBytes; kept <= lab.keptMaxBytes; kept += lab.leakMaxBytes)
          assert.equal((await ask(t, where, 'leak', { bytes: lab.leakMaxBytes })).json.kept, kept);
        expectError(await ask(t, where, 'leak', { bytes: lab.leakMaxBytes }), 'lab_memory_full');
        const { bytes: freed, kept } = (await letGo(where)).json;
        assert.ok(freed > lab.keptMaxBytes - lab.leakMaxBytes && kept === 0, `${freed} bytes went, ${kept} are kept`);
        assert.equal((await letGo(where)).json.bytes, 0);
      }
    },
    alone,
  ),
];
