import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { emoji, eventually, pause } from '../suite/expect.js';
import { inPools } from '../suite/pools.js';
import { freshClientId } from '../suite/person.js';

// Beside the server's 4 MiB the kernel holds 4 MiB of its own at most (tcp_wmem), and little for who does not read.
const TO_WRITE_BYTES = 13 * 1024 * 1024;
const MESSAGE_BYTES = 8000;

export const checks = [
  check(
    'a client that does not read costs bounded memory, then its socket, and nobody else waits for it',
    async (t) => {
      const before = await t.figures();
      const { person, connection } = await t.joined();
      const idle = await t.raw(person);
      let ended = false;
      void idle.closed.then(() => (ended = true));
      idle.socket.pause();
      const perWriter = limits.messagesMax * 2 - 4;
      const writers = await t.people(Math.ceil(TO_WRITE_BYTES / MESSAGE_BYTES / perWriter));
      const text = emoji(2000);
      // Few sockets at a time: each of them receives all of it, and must not become the slow one itself.
      await inPools(writers, 2, async (writer) => {
        const socket = await t.join(writer);
        for (let i = 0; i < perWriter / 2; i += 7) {
          await Promise.all(
            Array.from({ length: Math.min(7, perWriter / 2 - i) }, () =>
              Promise.all([socket.send({ text, clientId: freshClientId() }, 20_000), writer.say(text)]),
            ),
          );
        }
        socket.close();
      });
      const last = await person.store('the last');
      await connection.inbox.message(last.clientId);
      const buffered = (await t.figures()).chat_buffered_bytes;
      assert.ok(buffered <= limits.receiverBufferMaxBytes + 65_536, `${buffered} bytes are buffered`);
      idle.socket.resume();
      await eventually(async () => assert.ok(ended, 'the socket is still open'), 5000);
      await t.grownBy(before, 'chat_errors_total{code="receiver_too_slow"}', 1);
      assert.ok(!idle.inbox.messages.some(({ id }) => id === last.id), 'everything was kept for it');
      await pause(100);
    },
    { company: 'alone' },
  ),
];
