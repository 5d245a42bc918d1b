import assert from 'node:assert/strict';
import { check } from '../suite/check.js';
import { limits } from '../suite/contract.js';
import { pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

const JOIN_MS = limits.joinSeconds * 1000;
/** Frames of 64 KiB: half as much again as the burst. */
const FRAMES = Math.ceil((1.5 * limits.socketBytesBurst) / limits.frameMaxBytes);

export const checks = [
  check('a socket that has not joined within 10 s is closed, and one that has joined stays', async (t) => {
    const [person, { connection }] = [await t.person(), await t.joined()];
    const raw = await t.raw(person, { join: false });
    const closed = raw.closed.then(() => 'closed');
    // In time for a client whose network is slow.
    assert.equal(await Promise.race([closed, pause(JOIN_MS / 2).then(() => 'open')]), 'open');
    assert.equal(await Promise.race([closed, pause(JOIN_MS).then(() => 'open')]), 'closed');
    const ack = await connection.send({ text: 'still here', clientId: freshClientId() });
    assert.equal(ack.ok, true);
  }),

  check(
    'what a socket sends beyond its allowance of bytes is read later: it stays open, and nothing is lost',
    async (t) => {
      const raw = await t.raw(await t.person());
      const start = performance.now();
      // A message without a text costs nothing but its bytes.
      for (let i = 0; i < FRAMES; i++) {
        raw.send(raw.packet({ text: '', clientId: freshClientId() }, limits.frameMaxBytes));
      }
      const last = freshClientId();
      raw.send(raw.packet({ text: 'the last', clientId: last }));
      const beyond = (FRAMES * limits.frameMaxBytes - limits.socketBytesBurst) / limits.socketBytesPerSecond;
      const ack = await raw.ack(last, beyond * 1000 + 15_000);
      const seconds = (performance.now() - start) / 1000;
      assert.equal(ack.ok, true, JSON.stringify(ack));
      assert.ok(seconds > beyond / 3, `all of it was read within ${seconds} s`);
      assert.equal(raw.inbox.events.filter(({ name }) => name === 'ack').length, FRAMES + 1, 'acks');
    },
    { rateLimited: true, needs: 'socketSend' },
  ),
];
