import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../../src/contract.js';
import { Client, heard, startChat } from '../startChat.js';
import { frameOf, joinBare, metric } from './frames.js';

const { receiverBufferMaxBytes } = contract.limits;
const tooSlow = (url) => metric(url, 'chat_errors_total\\{code="receiver_too_slow"\\}');

/** Ann, and a socket of somebody who does not read. */
async function room(t) {
  const { url } = await startChat(t, { CHAT_LIMITS: 'off' });
  const client = new Client(url);
  await client.login();
  const ann = client.socket(t);
  await heard(ann, 'welcome');
  const deaf = await joinBare(t, url, 'deaf');
  const closed = new Promise((resolve) => deaf.pause().on('close', resolve));
  return { url, ann, deaf, closed };
}

test('a receiver that does not read what it is told loses its socket at 4 MiB', async (t) => {
  const { url, ann, deaf, closed } = await room(t);
  const text = '😀'.repeat(2000);
  let most = 0;
  for (let i = 0; (await metric(url, 'chat_connections')) === 2; i++) {
    const sends = Array.from({ length: 100 }, (_, k) => ann.emitWithAck('message', { text, clientId: `c${i}-${k}` }));
    await Promise.all(sends);
    most = Math.max(most, await metric(url, 'chat_buffered_bytes'));
  }
  assert.ok(most > 0 && most <= receiverBufferMaxBytes, `${most} bytes were buffered`);
  assert.equal(await tooSlow(url), 1);
  deaf.resume();
  await closed;
  assert.equal(ann.connected, true);
});

for (const [what, frame] of [
  ['answers to its messages', frameOf('421["message"]')],
  ['pongs', frameOf('x'.repeat(125), 9)],
])
  test(`a client that does not read ${what} loses its socket`, async (t) => {
    const { url, ann, deaf, closed } = await room(t);
    const many = Buffer.concat(Array.from({ length: 1000 }, () => frame));
    const write = () => {
      while (deaf.write(many));
    };
    deaf.on('drain', write);
    write();
    await closed;
    assert.equal(await tooSlow(url), 1);
    assert.ok((await ann.emitWithAck('message', { text: 'undisturbed', clientId: 'c' })).ok);
  });
