import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Client, emptyFolder, startChat } from '../../startChat.js';
import { startProcess } from '../../startProcess.js';

test(
  'a second process on one data folder refuses to start, says why, and does no harm',
  { timeout: 60_000 },
  async (t) => {
    const folder = await emptyFolder(t);
    const first = await startProcess(t, { CHAT_DATA: folder });
    const ann = new Client(first.url);
    await ann.login();
    assert.equal((await ann.post('/messages', { text: 'a', clientId: 'a' })).status, 201);

    const second = await startProcess(t, { CHAT_DATA: folder });
    const [code] = await second.exited;
    assert.equal(code, 1);
    assert.match(
      second.output(),
      new RegExp(`node-chat cannot start: .* is in use by another process \\(pid ${first.child.pid}\\)`),
    );

    assert.equal((await ann.post('/messages', { text: 'b', clientId: 'b' })).body.message.id, 2);
  },
);

test('a process that was killed leaves no lock behind', async (t) => {
  const folder = await emptyFolder(t);
  for (let round = 1; round <= 3; round++) {
    const { child, url, exited } = await startProcess(t, { CHAT_DATA: folder });
    const ann = new Client(url);
    await ann.login();
    const answer = await ann.post('/messages', { text: 'a', clientId: `c${round}` });
    assert.equal(answer.body.message.id, round);
    child.kill('SIGKILL');
    if (round < 3) continue; // the next one may start before this one is gone
    await exited;
  }
  assert.ok(readdirSync(folder).includes('lock'));
});

test('who closes the folder lets the next one in', async (t) => {
  const first = await startChat(t);
  await first.close();
  await startChat(t, { CHAT_DATA: first.data });
});
