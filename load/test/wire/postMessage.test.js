import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { pusher } from '../../src/wire/pusher.js';
import { wireOf } from '../../src/artillery/wires.js';
import { listening } from '../listening.js';

/** A chat whose sockets take no messages: it keeps what is posted, and refuses what says so. @param {import('node:test').TestContext} t */
async function chatWithoutSockets(t) {
  /** @type {any[]} */
  const posted = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { text, clientId } = JSON.parse(body);
    posted.push({ address: `${request.method} ${request.url}`, cookie: request.headers.cookie, text, clientId });
    const [status, answer] =
      text === 'too much'
        ? [429, { error: { code: 'too_many_messages' } }]
        : [201, { message: { id: posted.length, clientId, text } }];
    response.writeHead(/** @type {number} */ (status)).end(JSON.stringify(answer));
  });
  const url = await listening(t, server);
  return {
    posted,
    target: { name: 'laravel', url, wire: /** @type {const} */ ('pusher'), socketUrl: '', features: [] },
  };
}

test('where the sockets take no messages the raw client posts them, and the answer is the ack', async (t) => {
  const { posted, target } = await chatWithoutSockets(t);
  const { post } = pusher(target);
  const session = { name: 'ann', cookie: 'laravel_chat=a' };
  assert.deepEqual(await post?.('hello', 'c1', session), {
    ok: true,
    message: { id: 1, clientId: 'c1', text: 'hello' },
  });
  assert.deepEqual(await post?.('too much', 'c2', session), { ok: false, error: { code: 'too_many_messages' } });
  assert.deepEqual(posted[0], { address: 'POST /messages', cookie: 'laravel_chat=a', text: 'hello', clientId: 'c1' });
  assert.equal(pusher({ ...target, features: ['socketSend'] }).post, undefined);
});

test('so do virtual users of Artillery', async (t) => {
  const { target } = await chatWithoutSockets(t);
  const channel = { bind() {}, trigger: () => assert.fail('sent by socket') };
  const wire = wireOf({ pusher: { channel: () => channel } }, target, 'laravel_chat=a');
  assert.deepEqual(await wire.send('hello', 'c1'), { ok: true, message: { id: 1, clientId: 'c1', text: 'hello' } });
  assert.deepEqual(await wire.send('too much', 'c2'), { ok: false, error: { code: 'too_many_messages' } });
});
