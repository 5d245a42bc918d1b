import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, nextEvent, startChat } from '../startChat.js';
import { frameOf, joinBare, metric } from './frames.js';

test('a client that does not read pongs loses its socket', async (t) => {
  const { url } = await startChat(t, { CHAT_LIMITS: 'off' });
  const client = new Client(url);
  await client.login();
  const ann = client.socket(t);
  await nextEvent(ann, 'welcome');
  const deaf = await joinBare(t, url, 'deaf');
  const closed = new Promise((resolve) => deaf.pause().on('close', resolve));
  const many = Buffer.concat(Array.from({ length: 100 }, () => frameOf('x'.repeat(125), 9)));
  const write = () => {
    while (deaf.write(many));
  };
  deaf.on('drain', write);
  write();
  await closed;
  assert.equal(await metric(url, 'chat_errors_total\\{code="receiver_too_slow"\\}'), 1);
  assert.ok((await ann.emitWithAck('message', { text: 'undisturbed', clientId: 'c' })).ok);
});
