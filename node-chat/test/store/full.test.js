import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Client, emptyFolder, until } from '../startChat.js';
import { startProcess } from '../startProcess.js';

/** Sends until the store is full. @param {Client} client @returns {Promise<number>} number of stored messages */
async function fill(client) {
  for (let stored = 0; stored < 3000; stored++) {
    const { status, body } = await client.post('/messages', { text: 'x'.repeat(2000), clientId: `c${stored}` });
    if (status === 201) continue;
    assert.deepEqual([status, body.error.code], [503, 'store_unavailable']);
    return stored;
  }
  throw new Error('the store never was full');
}

test('a chat whose disk is full says so, goes on reading, and stores again once there is room', async (t) => {
  const data = await emptyFolder(t);
  // A limit on file size has the effect of a full disk, and can be raised while the process runs.
  const { child, url } = await startProcess(t, { CHAT_DATA: data }, '-S -f 200');
  const client = new Client(url);
  await client.login();

  const stored = await fill(client);
  const health = await client.get('/health');
  assert.equal(health.status, 503);
  assert.equal(health.body.parts.store, 'messages cannot be stored');
  assert.match((await client.get('/metrics')).body, /^chat_errors_total\{code="store_unavailable"\} [1-9]/m);
  const { messages } = (await client.get('/messages?limit=1')).body;
  assert.equal(messages[0].id, stored, 'what was acknowledged is there, and nothing else');
  await promisify(execFile)('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited']);
  assert.equal((await client.post('/messages', { text: 'again', clientId: 'room' })).body.message.id, stored + 1);
  await untilStoreIs(client, 'ok');
});

/** @param {Client} client @param {string} state */
const untilStoreIs = (client, state) =>
  until(async () => (await client.get('/health')).body.parts.store === state, 30_000, `the store never was: ${state}`);

test('health reports a folder without room before a send fails', async (t) => {
  const { child, url } = await startProcess(t, { CHAT_DATA: await emptyFolder(t) }, '-S -f 200');
  const client = new Client(url);
  assert.equal((await client.get('/health')).status, 200);
  await promisify(execFile)('prlimit', [`--pid=${child.pid}`, '--fsize=0:']);
  await untilStoreIs(client, 'messages cannot be stored');
  await promisify(execFile)('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:']);
  await untilStoreIs(client, 'ok');
});
