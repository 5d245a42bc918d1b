import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionOf } from '../../src/artillery/userConnection.js';
import { pusherWire } from '../../src/wire/pusher.js';
import { tinyChat } from '../helpers/tinyChat.js';

test('if the sockets take no messages, clients send by POST and the answer is the ack', async (t) => {
  const refused = { ok: false, error: { code: 'too_many_messages' } };
  const answer = (/** @type {any} */ message) => (message.text === 'too much' ? refused : { ok: true, message });
  const endpoint = { ...(await tinyChat(t, { answer })), wire: 'pusher', features: [] };
  const { post } = pusherWire(endpoint);
  const raw = (/** @type {string[]} */ ...words) => post?.(...words, { name: 'ann', cookie: '' });
  const channel = { bind() {}, trigger: () => assert.fail('sent by socket') };
  const virtual = connectionOf({ pusher: { channel: () => channel } }, endpoint, '');
  for (const [send, clientId] of [
    [raw, 'c1'],
    [virtual.send, 'c2'],
  ]) {
    const { ok, message } = await send('hello', clientId);
    assert.deepEqual([ok, message.clientId, message.text], [true, clientId, 'hello']);
    assert.deepEqual(await send('too much', `${clientId}-2`), refused);
  }
  const nowhere = connectionOf({ pusher: { channel: () => channel } }, { ...endpoint, url: 'http://127.0.0.1:9' }, '');
  const unanswered = { ok: false, error: { code: 'ECONNREFUSED' } };
  assert.deepEqual(await nowhere.send('hello', 'c3'), unanswered, 'no answer is a refusal');
  assert.equal(pusherWire({ ...endpoint, features: ['socketSend'] }).post, undefined);
  assert.ok(
    pusherWire({ ...endpoint, features: ['socketSend'], byPost: true }).post,
    'the workers are what is measured',
  );
});
