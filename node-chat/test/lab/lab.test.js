import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../../src/contract.js';
import { createWorkers, eventLoop } from '../../lab/places.js';
import { Client, startChat, until } from '../startChat.js';
import { needsDatabase, startDatabase } from '../startDatabase.js';

/** Counts the turns of this event loop during some work. @param {() => Promise<any>} work */
async function turnsDuring(work) {
  let turns = 0;
  const counting = setInterval(() => turns++, 5);
  const told = await work();
  clearInterval(counting);
  return { turns, ...told };
}

/**
 * Repeats the work until the loop made turns during it, because a busy machine may stop the loop once.
 * @param {() => Promise<any>} work
 */
const goingOn = (work) =>
  until(async () => {
    const told = await turnsDuring(work);
    return told.turns > 3 && told;
  });

test('a lab call on the event loop blocks it, and one in a thread does not', async (t) => {
  const workers = createWorkers(1);
  t.after(workers.close);
  // Wait until the thread has started.
  for (const place of [workers, eventLoop]) await place.run('query', { ms: 1, blocking: true });
  for (const [what, task] of [
    ['cpu', { ms: 300 }],
    ['wait', { ms: 300, blocking: true }],
    ['query', { ms: 300, blocking: true }],
  ]) {
    const here = await turnsDuring(() => eventLoop.run(what, task));
    assert.ok(here.turns <= 3 && here.thread === 0 && here.ms >= 299, `${what}: ${JSON.stringify(here)}`);
    const there = await goingOn(() => workers.run(what, task));
    assert.ok(there.thread > 0 && there.ms >= 299, `${what}: ${JSON.stringify(there)}`);
  }
  const besides = await goingOn(() => eventLoop.run('wait', { ms: 300 }));
  assert.equal(besides.thread, 0);
});

test('calls wait for a free thread, and abandoned calls leave the queue', async (t) => {
  const { url } = await startChat(t, { CHAT_LAB: '1', CHAT_LAB_WORKERS: '1' });
  const impatient = new AbortController();
  const call = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const wait = (ms, signal) => fetch(`${url}/lab/worker/wait`, { ...call, body: `{"ms":${ms}}`, signal });
  const first = wait(1500);
  await sleep(500);
  const abandoned = Array.from({ length: 3 }, () => wait(10_000, impatient.signal).catch(() => {}));
  await sleep(500);
  impatient.abort();
  await Promise.all(abandoned);
  const start = performance.now();
  await Promise.all([first, wait(1)]);
  assert.ok(performance.now() - start < 9000);
});

test('a lab call asks the slow server that is named', async (t) => {
  const server = createServer(({ url }, response) => response.writeHead(url === '/?ms=100' ? 200 : 404).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const callUrl = `http://127.0.0.1:${server.address().port}`;
  const { url } = await startChat(t, { CHAT_LAB: '1', CHAT_LAB_WORKERS: '1', CHAT_LAB_CALL_URL: callUrl });
  for (const where of contract.lab.where)
    assert.equal((await new Client(url).post(`/lab/${where}/call`, { ms: 100 })).body.status, 200);
});

test('a lab call without a server to ask says so', async (t) => {
  const nobody = 'http://127.0.0.1:9/';
  for (const env of [{}, { CHAT_LAB_CALL_URL: nobody }]) {
    const { url, close } = await startChat(t, { CHAT_LAB: '1', CHAT_LAB_WORKERS: '1', ...env });
    for (const [where, blocking] of [
      ['loop', false],
      ['loop', true],
      ['worker', false],
    ]) {
      const { body } = await new Client(url).post(`/lab/${where}/call`, { ms: 1, blocking });
      assert.equal(body.error.code, 'lab_unavailable');
    }
    await close();
  }
});

test('one lab call over the limit of those that wait for a thread is refused', async () => {
  const workers = createWorkers(1);
  // They begin to wait at once, and are left alone.
  for (let i = 0; i <= contract.lab.waitingMax; i++) workers.run('wait', { ms: 2000 }).catch(() => {});
  await assert.rejects(workers.run('wait', { ms: 1 }), { code: 'too_many_lab_calls', retryAfter: 1 });
  await workers.close();
});

test('a slow query of MongoDB does not block the loop, and its driver cannot block', needsDatabase, async (t) => {
  const database = await startDatabase(t);
  const env = { CHAT_LAB: '1', CHAT_LAB_WORKERS: '1', MONGODB_URI: database.uri };
  const { url, close } = await startChat(t, env);
  const client = new Client(url);
  for (const where of contract.lab.where) {
    const { turns, body } = await turnsDuring(() => client.post(`/lab/${where}/query`, { ms: 300 }));
    assert.ok(body.by === 'MongoDB' && body.ms >= 299 && turns > 3, JSON.stringify({ turns, body }));
  }
  const { body } = await client.post('/lab/loop/query', { ms: 300, blocking: true });
  assert.equal(body.error.code, 'lab_unavailable');
  await close();
});
