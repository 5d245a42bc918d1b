import assert from 'node:assert/strict';
import { frame } from '../rawSocket.js';
import { overload } from '../overloadEntry.js';
import { pingsOfAMegabyte } from '../pings.js';
import { emoji } from '../../suite/expect.js';
import { freshClientId, Person } from '../../suite/person.js';

// What one client that does not read may cost: 4 MiB that wait for it, and what holds them.
const UNREAD_MB = 6;
const [UNREAD, UNREAD_SHORT] = [100, 10];
const USERS = 5; // with as many sockets each as a user may have

export const list = [
  overload('sockets that shake hands and never join', async (h) => {
    // Without a session: those who have one have room kept for them.
    const sockets = await h.sockets(h.many(6000, 1500), 'stranger');
    await h.hold(3000, 300);
    const open = sockets.filter(({ status, socket }) => status === 101 && !socket.destroyed).length;
    const most = h.server.config.limits.unjoinedPerAddressMax;
    assert.ok(open <= most, `${open} of one address are open, at most ${most} may be`);
  }),

  overload('sockets of one user by the hundred', async (h) => {
    const joined = await h.sockets(h.many(600, 100), 'joined');
    await h.hold(3000, 300);
    const open = joined.filter(({ socket }) => !socket.destroyed).length;
    const most = h.server.config.rateLimits ? h.server.config.limits.socketsPerUserMax : Infinity;
    assert.ok(open <= most, `${open} sockets of one user have joined, at most ${most} may`);
  }),

  overload(
    'pings by the megabyte from clients that never read',
    async (h) => {
      const sockets = [];
      for (let i = 0; i < h.many(USERS, 1); i++) {
        h.person = await Person.enter(h.server);
        sockets.push(...(await h.sockets(h.many(UNREAD / USERS, UNREAD_SHORT), 'joined')));
      }
      for (const { socket } of sockets) {
        socket.pause();
        for (let i = 0; i < h.many(4, 1); i++) socket.write(pingsOfAMegabyte);
      }
      await h.hold(10_000, 1500);
    },
    { peakMB: { long: UNREAD * UNREAD_MB, short: 128 } },
  ),

  overload('refused messages and repeats by the thousand from all sockets of one user', async (h) => {
    const packet = (/** @type {any} */ payload) => frame({ opcode: 1, payload: Buffer.from(h.wire.packet(payload)) });
    const clientId = freshClientId();
    await h.person.say(emoji(2000), clientId);
    // A few bytes each, and each costs an answer: the repeats one of 8 KB.
    const refused = Buffer.concat(Array.from({ length: 500 }, () => packet({ text: '', clientId: 'r' })));
    const repeats = Buffer.concat(Array.from({ length: 50 }, () => packet({ text: 'again', clientId })));
    const sockets = await h.sockets(h.many(h.server.config.limits.socketsPerUserMax, 5), 'joined');
    for (let i = 0; i < h.many(20, 3); i++) {
      for (const raw of sockets) raw.write(i % 2 ? repeats : refused);
      await h.hold(250, 200);
    }
  }),

  overload('repeats of a long message under way from all sockets of one user', async (h) => {
    const packet = (/** @type {any} */ payload) => frame({ opcode: 1, payload: Buffer.from(h.wire.packet(payload)) });
    const { limits, rateLimits } = h.server.config;
    const sockets = await h.sockets(limits.socketsPerUserMax, 'joined');
    const began = performance.now();
    for (let i = 0; i < h.many(3, 1); i++) {
      const clientId = freshClientId();
      const long = packet({ text: emoji(2000), clientId });
      // In one write behind it: they are read before it is stored, and each has an answer of 8 KB.
      const repeats = Buffer.concat(Array.from({ length: 640 }, () => packet({ text: 'x', clientId })));
      for (const raw of sockets) raw.write(Buffer.concat([long, repeats]));
      await h.hold(2000, 2000);
    }
    const seconds = (performance.now() - began) / 1000;
    const paid = sockets.length * (limits.socketBytesBurst + seconds * limits.socketBytesPerSecond);
    const heard = sockets.reduce((sum, { socket }) => sum + socket.bytesRead, 0);
    assert.ok(!rateLimits || heard < 1.5 * paid, `${heard} bytes were answered, ${Math.round(paid)} paid for`);
  }),

  overload('frames of colliding keys', async (h) => {
    // Multiples of 2^16 fall into one bucket of PHP's hash tables.
    const keys = Array.from({ length: 3000 }, (_, i) => `"${i * 65_536}":0`).join();
    const packet = frame({
      opcode: 1,
      payload: Buffer.from(h.wire.packet({ text: '', clientId: '' }).replace('{"text"', `{${keys},"text"`)),
    });
    const sockets = await h.sockets(2, 'joined');
    for (const raw of sockets) for (let i = 0; i < h.many(150, 25); i++) raw.write(packet);
    await h.hold(5000, 1000);
  }),
];
