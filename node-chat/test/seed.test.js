import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, emptyFolder, startChat } from './startChat.js';

const run = promisify(execFile);

test('each seeded user has a session, also when seeded again, and no known password', async (t) => {
  const folder = await emptyFolder(t);
  const file = `${folder}/users.jsonl`;
  const seed = (count) =>
    run(
      process.execPath,
      [fileURLToPath(new URL('../src/seed.js', import.meta.url)), '--users', `${count}`, '--file', file],
      {
        env: { ...process.env, CHAT_DATA: folder, CHAT_BCRYPT_COST: '4', MONGODB_URI: '' },
      },
    );
  const seeded = async () =>
    (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  await seed(3);
  const before = await seeded();
  await chmod(file, 0o644);
  await seed(1002);
  assert.equal((await stat(file)).mode & 0o777, 0o600, 'it opens sessions');
  const after = await seeded();
  assert.equal(after.length, 1002);
  assert.equal(new Set(after.map(({ cookie }) => cookie)).size, 1002);

  const { url } = await startChat(t, { CHAT_DATA: folder });
  for (const { login, cookie } of [before[0], after[0], after[999], after[1001]]) {
    const client = new Client(url);
    client.cookie = cookie;
    assert.equal((await client.get('/me')).body.user?.name, login);
  }
  const [{ login, ...rest }] = after;
  assert.deepEqual(Object.keys(rest), ['cookie']);
  for (const password of ['load', 'password', login])
    assert.equal((await new Client(url).post('/login', { login, password })).status, 401);
});
