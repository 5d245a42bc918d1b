import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, heard, startChat, until } from '../../startChat.js';
import { needsDatabase, startDatabase } from '../../startDatabase.js';

/** A clock that stands still while this process does, in ms: what a machine that does much else takes is no answer that came late. */
function patientClock(t) {
  let ms = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    ms += Math.min(now - last, 50);
    last = now;
  }, 10);
  t.after(() => clearInterval(ticks));
  return () => ms;
}

/** Somebody who sends all the time, and again with the same clientId until it is acknowledged, as the page does. */
function sendForEver(socket, name, clock) {
  const acknowledged = new Map();
  const slowest = { ms: 0 };
  const codes = new Set();
  let sending = true;
  const done = (async () => {
    for (let i = 0; sending; i++) {
      const clientId = `${name}-${i}`;
      while (!acknowledged.has(clientId)) {
        const started = clock();
        const { ok, message, error } = await socket.emitWithAck('message', { text: 'a', clientId });
        slowest.ms = Math.max(slowest.ms, clock() - started);
        if (ok) acknowledged.set(clientId, message.id);
        else codes.add(error.code);
        if (!ok) await sleep(20);
      }
    }
  })();
  return {
    acknowledged,
    slowest,
    codes,
    stop: () => {
      sending = false;
      return done;
    },
  };
}

async function everything(client) {
  const messages = [];
  for (let page; !page || page.more;) {
    page = (await client.get(`/messages?limit=200&after=${messages.at(-1)?.id ?? 0}`)).body;
    messages.push(...page.messages);
  }
  return messages;
}

/** Runs a fault in the middle of traffic, then looks for what was acknowledged. */
async function during(t, fault) {
  const database = await startDatabase(t);
  const { url } = await startChat(t, { MONGODB_URI: database.uri, CHAT_LIMITS: 'off' });
  const client = new Client(url);
  await client.login();
  const sockets = Array.from({ length: 5 }, () => client.socket(t));
  for (const socket of sockets) await heard(socket, 'welcome');
  const clock = patientClock(t);
  const senders = sockets.map((socket, i) => sendForEver(socket, `s${i}`, clock));
  const count = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  await until(() => count() > 100);

  await fault(database, client);

  const before = count();
  await until(() => count() > before + 100, 60_000, 'sending did not recover');
  for (const sender of senders) await sender.stop();
  const stored = await everything(client);
  assert.deepEqual(
    stored.map(({ id }) => id),
    stored.map((_, i) => i + 1),
    'ids are dense',
  );
  const byClientId = new Map(stored.map(({ clientId, id }) => [clientId, id]));
  assert.equal(byClientId.size, stored.length, 'nothing is stored twice');
  for (const { acknowledged } of senders) {
    for (const [clientId, id] of acknowledged)
      assert.equal(byClientId.get(clientId), id, 'what was acknowledged is stored');
  }
  // Everybody was told everything, in order, also what was stored without an answer.
  await until(() => sockets[0].heard.some(([, payload]) => payload?.messages?.some(({ id }) => id === stored.length)));
  const told = sockets[0].heard
    .filter(([name]) => name === 'messages')
    .flatMap(([, { messages }]) => messages.map(({ id }) => id));
  assert.deepEqual(
    told,
    stored.map(({ id }) => id),
  );
  return senders;
}

const slowest = (senders) => Math.max(...senders.map((sender) => sender.slowest.ms));
const codes = (senders) => [...new Set(senders.flatMap((sender) => [...sender.codes]))];

test('a database killed and started again loses and doubles nothing', needsDatabase, async (t) => {
  const senders = await during(t, async (database, client) => {
    await database.kill();
    await sleep(500);
    const sent = await client.post('/messages', { text: 'a', clientId: 'away' });
    assert.deepEqual([sent.status, sent.body.error.code], [503, 'store_unavailable']);
    assert.equal((await client.get('/messages')).status, 200, 'reading goes on from memory');
    assert.equal((await client.get('/me')).status, 200);
    assert.equal((await client.get('/health')).status, 503);
    await database.start();
  });
  assert.deepEqual(codes(senders), ['store_unavailable']);
  assert.ok(slowest(senders) < 5000, `${slowest(senders)} ms`);
});

test('a database that freezes is answered for within 5 s, and goes on where it was', needsDatabase, async (t) => {
  const senders = await during(t, async (database, client) => {
    await database.freeze();
    await sleep(6000);
    assert.equal((await client.get('/messages')).status, 200, 'reading goes on from memory');
    database.thaw();
  });
  assert.deepEqual(codes(senders), ['store_unavailable']);
  assert.ok(slowest(senders) < 5000, `${slowest(senders)} ms`);
});

test('a database killed ten times in a row loses and doubles nothing', needsDatabase, async (t) => {
  await during(t, async (database) => {
    for (let i = 0; i < 10; i++) {
      await sleep(Math.random() * 200);
      await database.kill();
      await database.start();
    }
  });
});

test(
  'a user who is not in memory cannot log in while the database is away, and is told so',
  needsDatabase,
  async (t) => {
    const database = await startDatabase(t);
    const { url } = await startChat(t, { MONGODB_URI: database.uri });
    await database.kill();
    const answer = await new Client(url).login('new');
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'store_unavailable']);
  },
);
