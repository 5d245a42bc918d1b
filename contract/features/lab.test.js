import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { suite, test } from 'node:test';
import { call, config, contract, expectError, server, url, without } from '../harness/underTest.js';

const { lab } = contract;
const WHERE = ['loop', 'worker'];

const ask = (where, what, json) => call('POST', `/lab/${where}/${what}`, { json });

/** Short calls: one of each kind. */
const SHORT = {
  cpu: { ms: 1 },
  wait: { ms: 1 },
  query: { ms: 1 },
  call: { ms: 1 },
  hash: { cost: 4 },
};

/** Gives the server's URLs at an address of this machine other than loopback; null: it does not listen there. */
async function fromElsewhere() {
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const { address } of others.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
    const urls = [url, config.socketUrl].map((one) => `http://${address}:${new URL(one).port}`);
    const answers = await Promise.all(urls.map((one) => fetch(`${one}/health`).catch(() => null)));
    if (answers.every((answer) => answer !== null)) return urls;
  }
  return null;
}

test('without the feature its addresses answer 404', { skip: server.has('lab') && 'lab calls are on' }, async () => {
  expectError(await call('GET', '/lab'), 'not_found');
  for (const [what, json] of Object.entries(SHORT)) expectError(await ask('loop', what, json), 'not_found');
});

suite('lab calls', { skip: without('lab') }, () => {
  test('GET /lab names where work can run, and its kinds', async () => {
    const { where, what } = (await call('GET', '/lab')).json;
    assert.deepEqual([where, what], [lab.where, lab.what]);
  });

  test('connections from another address than loopback are refused, whatever X-Forwarded-For says', async (t) => {
    const urls = await fromElsewhere();
    if (urls === null) return t.skip('the server listens only on loopback');
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' };
    for (const one of urls)
      for (const [path, how] of [
        ['/lab', {}],
        ['/lab/loop/cpu', { method: 'POST', body: '{"ms":1}' }],
        ['/lab/worker/cpu', { method: 'POST', body: '{"ms":1}' }],
      ]) {
        const answer = await fetch(one + path, { ...how, headers });
        assert.deepEqual(
          [answer.status, (await answer.json()).error.code],
          [contract.errors.lab_not_allowed.status, 'lab_not_allowed'],
          one + path,
        );
      }
    const named = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await call('POST', '/lab/worker/cpu', { json: { ms: 1 }, headers: named })).status, 200);
  });

  test('a call answers where it ran and its kind', async () => {
    for (const where of WHERE)
      for (const [what, json] of Object.entries(SHORT)) {
        const answer = await ask(where, what, json);
        if (answer.status === 503) expectError(answer, 'lab_unavailable');
        else assert.deepEqual([answer.json.where, answer.json.what], [where, what]);
      }
    const body = new Uint8Array(15_360);
    const headers = { 'content-type': 'application/octet-stream' };
    for (const where of WHERE)
      assert.equal((await call('POST', `/lab/${where}/upload`, { body, headers })).json.bytes, 15_360);
  });

  test('a value out of bounds answers 422 lab_invalid with its field', async () => {
    const invalid = [
      ...[undefined, 0, lab.msMax + 1, 1.5, '100', null].map((ms) => ['wait', { ms }, 'ms']),
      ['cpu', { ms: 0 }, 'ms'],
      ['query', { ms: 0 }, 'ms'],
      ['call', { ms: 0 }, 'ms'],
      ['wait', { ms: 1, blocking: 'yes' }, 'blocking'],
      ['hash', { cost: lab.hashCostMax + 1 }, 'cost'],
    ];
    for (const where of WHERE)
      for (const [what, json, field] of invalid) expectError(await ask(where, what, json), 'lab_invalid', field);
  });
});
