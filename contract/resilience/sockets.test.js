import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { call, eventually, limits, person, server, withoutLimits } from '../harness/underTest.js';

test('a user has socketsPerUserMax sockets; one more gets too_many_connections', { skip: withoutLimits }, async () => {
  const ann = await person();
  const again = await person(ann.login);
  const joined = [];
  for (let i = 0; i < limits.socketsPerUserMax; i++) joined.push(await (i % 2 ? ann : again).joinRaw());
  await assert.rejects(ann.join(), { code: 'too_many_connections' });
  joined[0].socket.terminate();
  await eventually(() => again.join());
  const { message } = (await ann.say('to all')).json;
  for (const { received } of joined.slice(1)) await received.message(message.clientId);
  for (const { socket } of joined) socket.terminate();
});

/** Lets a new user post a text as often as the limit allows at once. */
async function sendMany(text) {
  const writer = await person();
  const answers = await Promise.all(Array.from({ length: limits.messagesMax ?? 30 }, () => writer.say(text)));
  for (const { status } of answers) assert.equal(status, 201);
}

// Two tests run at a time: the first one only waits until the server closes a socket.
suite('neglected sockets', { concurrency: 2 }, () => {
  test('a socket that does not join is closed; one that has joined stays', async () => {
    const ann = await person();
    const [{ received }, idle] = [await ann.join(), await ann.openSocket()];
    await idle.closed;
    const { message } = (await ann.say('still here')).json;
    await received.message(message.clientId);
  });

  test('a receiver that does not read costs bounded memory, then loses its socket; no one waits for it', async () => {
    // The server buffers 4 MiB, its kernel at most 4 MiB more (tcp_wmem), and the receiver's kernel little.
    const enough = 13 * 1024 * 1024;
    const text = '\u{1F600}'.repeat(limits.textMax);
    const [ann, eve] = [await person(), await person()];
    const [{ received }, deaf] = [await ann.join(), await eve.joinRaw()];
    let isClosed = false;
    void deaf.closed.then(() => (isClosed = true));
    deaf.socket.pause();
    const hasLeft = () => received.all('presence').some(({ left }) => left.users.some(({ id }) => id === eve.user.id));
    for (let sent = 0; sent < enough && !hasLeft(); sent += Buffer.byteLength(text) * (limits.messagesMax ?? 30))
      await sendMany(text);
    const { message } = (await ann.say('the last')).json;
    await received.message(message.clientId);
    if (server.has('metrics')) {
      const { text: figures } = await call('GET', '/metrics');
      const buffered = Number(/^chat_buffered_bytes (\S+)$/m.exec(figures)?.[1]);
      assert.ok(buffered <= limits.receiverBufferMaxBytes + 2 * limits.frameMaxBytes, `${buffered} bytes are buffered`);
    }
    deaf.socket.resume();
    await eventually(async () => assert.ok(isClosed, 'the socket is still open'));
    assert.ok(!deaf.received.messages.some(({ id }) => id === message.id), 'the server kept all messages for it');
  });
});
