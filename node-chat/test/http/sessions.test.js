import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Client, startChat } from '../startChat.js';

const DAY_MS = 86_400_000;

test('a session ends seven days after its login, even if it is used', async (t) => {
  const client = new Client((await startChat(t)).url);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  await client.login();
  t.mock.timers.tick(6 * DAY_MS);
  const active = await client.get('/me');
  assert.equal(active.status, 200);
  assert.equal(active.headers.get('set-cookie'), null);
  t.mock.timers.tick(DAY_MS + 1000);
  assert.equal((await client.get('/me')).status, 401);
});

test('a login whose session cannot be stored leaves the one that the client has', async (t) => {
  const { url, data } = await startChat(t);
  const client = new Client(url);
  await client.login();
  const db = new DatabaseSync(`${data}/chat.db`);
  db.exec("create trigger refuse before insert on sessions begin select raise(abort, 'no'); end");
  db.close();
  assert.equal((await client.login()).status, 503);
  assert.equal((await client.get('/me')).status, 200);
});
