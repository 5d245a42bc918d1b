import assert from 'node:assert/strict';
import { createClient } from '@redis/client';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, emptyFolder, nextEvent, until } from '../startChat.js';
import { needsDatabase, startDatabase } from '../startDatabase.js';
import { startProcess } from '../startProcess.js';

/** @import { TestContext } from 'node:test' */

const CONF = fileURLToPath(new URL('../../../infra/etc/redis.conf', import.meta.url));
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const needs = { skip: needsDatabase.skip || (!hasRedis && 'redis-server is not on the PATH'), timeout: 300_000 };
const PATIENCE_MS = 60_000;

/** @param {TestContext} t */
async function startRedis(t) {
  const socket = `${await emptyFolder(t)}/redis.sock`;
  let child;
  const redis = {
    url: `unix://${socket}`,
    start: () => (child = spawn('redis-server', [CONF, '--unixsocket', socket], { stdio: 'ignore' })),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** @param {string[]} command */
    async ask(...command) {
      const client = createClient({ url: redis.url });
      client.on('error', () => {}); // it may be starting
      await client.connect();
      await client.sendCommand(command);
      client.destroy();
    },
  };
  redis.start();
  t.after(() => child.kill('SIGKILL'));
  return redis;
}

const health = async ({ url }) => (await fetch(`${url}/health`)).json();
const isUp = (app, state = 'ok') => until(async () => (await health(app)).parts.redis === state, PATIENCE_MS);
const told = (socket, text) =>
  until(
    () => socket.received.some(([, { messages = [] } = {}]) => messages.some((one) => one.text === text)),
    PATIENCE_MS,
  );

/** A session that begins at one process, with a socket at another. */
async function openTwice(t, here, there, login) {
  const client = new Client(here.url);
  await client.login(login);
  const twin = new Client(there.url);
  twin.cookie = client.cookie;
  const socket = twin.socket(t);
  await nextEvent(socket, 'welcome', PATIENCE_MS);
  return { client, socket };
}

test('two processes serve on while Redis is frozen or killed, and after one process is killed', needs, async (t) => {
  const [database, redis] = await Promise.all([startDatabase(t), startRedis(t)]);
  const env = { MONGODB_URI: database.uri, REDIS_URL: redis.url, CHAT_LOG: 'info' };
  const [here, there] = await Promise.all([startProcess(t, env), startProcess(t, env)]);
  await Promise.all([isUp(here), isUp(there)]);
  const [ann, bob] = [new Client(here.url), new Client(there.url)];
  await ann.login('ann');
  await bob.login('bob');
  const [annSocket, bobSocket] = [ann.socket(t), bob.socket(t)];
  await Promise.all([nextEvent(annSocket, 'welcome', PATIENCE_MS), nextEvent(bobSocket, 'welcome', PATIENCE_MS)]);
  const say = async (text, n) => {
    const { status, body } = await ann.post('/messages', { text, clientId: `c${n}` });
    assert.deepEqual([status, body.message?.id], [201, n], JSON.stringify(body));
    await told(bobSocket, text);
  };
  await say('by Redis', 1);

  const inFirstSeconds = await openTwice(t, here, there, 'fay');
  redis.freeze();
  assert.equal((await inFirstSeconds.client.post('/logout')).status, 204);
  await isUp(here, 'away');
  assert.equal((await health(here)).status, 'degraded');
  await say('while Redis is frozen', 2);
  redis.thaw();
  await Promise.all([isUp(here), isUp(there)]);
  await say('after that', 3);
  assert.equal(await nextEvent(inFirstSeconds.socket, 'disconnect', PATIENCE_MS), 'io server disconnect');

  await redis.kill();
  await isUp(here, 'away');
  await say('while Redis is away', 4);
  const whileAway = await openTwice(t, here, there, 'gil');
  const eve = new Client(here.url);
  await eve.login('eve');
  const eveSocket = eve.socket(t);
  await nextEvent(eveSocket, 'welcome', PATIENCE_MS);
  assert.equal((await whileAway.client.post('/logout')).status, 204);
  redis.start();
  assert.equal(await nextEvent(whileAway.socket, 'disconnect', PATIENCE_MS), 'io server disconnect');
  await Promise.all([isUp(here), isUp(there)]);

  const online = async () => (await bob.get('/online')).body.users?.map(({ name }) => name);
  await until(async () => (await online())?.includes('eve'), PATIENCE_MS);
  here.child.kill('SIGKILL');
  await until(async () => !(await online())?.includes('eve'), PATIENCE_MS);
  const { status, body } = await bob.post('/messages', { text: 'alone', clientId: 'last' });
  assert.deepEqual([status, body.message?.id], [201, 5]);
});

test(
  'a process that may not subscribe at first, or loses that connection, closes what ended meanwhile',
  needs,
  async (t) => {
    const [database, redis] = await Promise.all([startDatabase(t), startRedis(t)]);
    await redis.ask('ACL', 'SETUSER', 'default', 'resetchannels');
    const env = { MONGODB_URI: database.uri, REDIS_URL: redis.url };
    const [here, there] = await Promise.all([startProcess(t, env), startProcess(t, env)]);
    const first = await openTwice(t, here, there, 'ann');
    assert.equal((await first.client.post('/logout')).status, 204);
    await isUp(there, 'away');
    await redis.ask('ACL', 'SETUSER', 'default', 'allchannels');
    assert.equal(await nextEvent(first.socket, 'disconnect', PATIENCE_MS), 'io server disconnect');
    await Promise.all([isUp(here), isUp(there)]);

    const second = await openTwice(t, here, there, 'bob');
    there.child.kill('SIGSTOP');
    await redis.ask('CLIENT', 'KILL', 'TYPE', 'pubsub');
    assert.equal((await second.client.post('/logout')).status, 204);
    there.child.kill('SIGCONT');
    assert.equal(await nextEvent(second.socket, 'disconnect', PATIENCE_MS), 'io server disconnect');
  },
);
