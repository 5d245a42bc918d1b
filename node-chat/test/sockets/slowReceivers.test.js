import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, heard, startChat } from '../startChat.js';
import { frameOf, joinBare, metric } from './frames.js';

const tooSlow = (url) => metric(url, 'chat_errors_total\\{code="receiver_too_slow"\\}');

/** Ann's client, and the socket of a user who does not read. */
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

for (const [what, frame] of [
  // Large answers, so that a slow machine sends 4 MiB of them before the ping times out.
  ['answers to its messages', frameOf(`421["message",${JSON.stringify({ text: 'x'.repeat(2000), clientId: 'c' })}]`)],
  ['pongs', frameOf('x'.repeat(125), 9)],
])
  test(`a client that does not read ${what} loses its socket`, async (t) => {
    const { url, ann, deaf, closed } = await room(t);
    const many = Buffer.concat(Array.from({ length: 100 }, () => frame));
    const write = () => {
      while (deaf.write(many));
    };
    deaf.on('drain', write);
    write();
    await closed;
    assert.equal(await tooSlow(url), 1);
    assert.ok((await ann.emitWithAck('message', { text: 'undisturbed', clientId: 'c' })).ok);
  });
