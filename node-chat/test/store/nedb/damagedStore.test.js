import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Client, heard, startChat } from '../../startChat.js';

test('a messages.db with damaged lines: sockets are told, pages are read, ids go on', async (t) => {
  const first = await startChat(t);
  const ann = new Client(first.url);
  await ann.post('/login', { login: 'ann', password: 'x' });
  for (let i = 1; i <= 9; i++) await ann.post('/messages', { text: `text ${i}`, clientId: `c${i}` });
  await first.close();
  const file = `${first.data}/messages.db`;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const damage = (i) => (lines[i] = lines[i].slice(0, 20));
  for (const i of ['3', '4', '7']) damage(lines.findIndex((line) => line.includes(`"text ${i}"`)));
  await writeFile(file, lines.join('\n'));

  const again = await startChat(t, { CHAT_DATA: first.data });
  ann.url = again.url;
  const idsOf = ({ body }) => body.messages.map(({ id }) => id);
  assert.deepEqual(idsOf(await ann.get('/messages')), [1, 2, 5, 6, 8, 9]);
  assert.deepEqual(idsOf(await ann.get('/messages?after=2&limit=2')), [5, 6]);
  assert.deepEqual(idsOf(await ann.get('/messages?before=8&limit=3')), [2, 5, 6]);

  const socket = ann.socket(t);
  assert.equal((await heard(socket, 'welcome')).lastId, 9);
  const { body } = await ann.post('/messages', { text: 'next', clientId: 'next' });
  assert.equal(body.message.id, 10);
  assert.deepEqual(await heard(socket, 'messages'), { messages: [body.message] });
});
