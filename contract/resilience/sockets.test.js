import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, eventually, freshId, limits, person, server, withoutLimits } from '../server.js';

test('a socket that does not join is closed; one that has joined stays', async () => {
  const ann = await person();
  const [{ received }, idle] = [await ann.join(), await ann.openSocket()];
  await idle.closed;
  const { message } = (await ann.say('still here')).json;
  await received.message(message.clientId);
});

test(
  'a user has at most socketsPerUserMax sockets, over all sessions; one more is told too_many_connections',
  { skip: withoutLimits },
  async () => {
    const ann = await person();
    const again = await person(ann.login);
    const joined = [];
    for (let i = 0; i < limits.socketsPerUserMax; i++) joined.push(await (i % 2 ? ann : again).joinRaw());
    await assert.rejects(ann.join(), { code: 'too_many_connections' });
    joined[0].socket.terminate();
    await eventually(() => again.join());
    const { message } = (await ann.say('to all')).json;
    for (const { received } of joined.slice(1)) await received.message(message.clientId);
  },
);

/** Somebody new sends a text so many times, by socket where that is possible. @param {string} text @param {number} times */
async function write(text, times) {
  const writer = await person();
  const room = server.has('socketSend') ? await writer.join() : undefined;
  const send = async () =>
    room ? (await room.send({ text, clientId: freshId() })).message : (await writer.say(text)).json.message;
  for (const message of await Promise.all(Array.from({ length: times }, send))) assert.ok(message);
  room?.close();
}

test('a receiver that does not read costs bounded memory, then its socket, and nobody else waits for it', async () => {
  // Beside the server's 4 MiB the kernel holds 4 MiB of its own at most (tcp_wmem), and little for who does not read.
  const bytes = 13 * 1024 * 1024;
  const text = '\u{1F600}'.repeat(limits.textMax);
  const ann = await person();
  const [{ received }, idle] = [await ann.join(), await ann.joinRaw()];
  let isClosed = false;
  void idle.closed.then(() => (isClosed = true));
  idle.socket.pause();
  const each = limits.messagesMax ?? 30;
  // Few at a time: what they send is what everybody here has to read.
  for (let left = Math.ceil(bytes / (4 * limits.textMax)); left > 0; left -= 3 * each)
    await Promise.all(Array.from({ length: 3 }, () => write(text, each)));
  const { message } = (await ann.say('the last')).json;
  await received.message(message.clientId);
  if (server.has('metrics')) {
    const { text: figures } = await call('GET', '/metrics');
    const buffered = Number(/^chat_buffered_bytes (\S+)$/m.exec(figures)?.[1]);
    assert.ok(buffered <= limits.receiverBufferMaxBytes + 2 * limits.frameMaxBytes, `${buffered} bytes are buffered`);
  }
  idle.socket.resume();
  await eventually(async () => assert.ok(isClosed, 'the socket is still open'));
  assert.ok(!idle.received.messages.some(({ id }) => id === message.id), 'everything was kept for it');
});
