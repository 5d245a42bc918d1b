import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { logIn, readAfter } from '../../src/server/contractClient.js';
import { listening } from '../helpers/listening.js';

test('after too_many_pages the reader waits, and skips no page', async (t) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    if (asked === 2) {
      response.writeHead(429, { 'retry-after': '1' });
      return void response.end('{"error":{"code":"too_many_pages"}}');
    }
    const after = Number(new URL(request.url, 'http://x').searchParams.get('after'));
    response.end(JSON.stringify({ messages: [{ id: after + 1, clientId: 'c', text: 't' }], more: after < 2 }));
  });
  const read = await readAfter(await listening(t, server), 'cookie', 0);
  assert.deepEqual(
    read.map(({ id }) => id),
    [1, 2, 3],
  );
  assert.equal(asked, 4);
});

test('a new user sends the join code of CHAT_JOIN_CODE, and without it the error names that setting', async (t) => {
  const server = createServer(async (request, response) => {
    let sent = '';
    for await (const part of request) sent += part;
    const { joinCode } = JSON.parse(sent);
    if (joinCode === 'tafel7') return void response.writeHead(201, { 'set-cookie': 'who=me; Path=/' }).end('{}');
    const code = joinCode === undefined ? 'empty_field' : 'wrong_join_code';
    response.writeHead(joinCode === undefined ? 422 : 403);
    response.end(JSON.stringify({ error: { code, message: '', field: 'joinCode' } }));
  });
  const url = await listening(t, server);
  t.after(() => delete process.env.CHAT_JOIN_CODE);
  const enter = () => logIn(url, { login: 'ann', password: 'secret' });
  await assert.rejects(enter(), { code: 'empty_field', message: /has a join code: set CHAT_JOIN_CODE to it/ });
  process.env.CHAT_JOIN_CODE = 'tafel8';
  await assert.rejects(enter(), { code: 'wrong_join_code', message: /has a join code: set CHAT_JOIN_CODE to it/ });
  process.env.CHAT_JOIN_CODE = 'tafel7';
  assert.equal(await enter(), 'who=me');
});
