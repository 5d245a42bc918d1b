import { emoji, pause } from '../../suite/expect.js';
import { freshClientId, Person } from '../../suite/person.js';
import { inPools } from '../../suite/pools.js';
import { overload } from '../overloadEntry.js';
import { frame } from '../rawSocket.js';
import { pingsOfAMegabyte } from '../pings.js';

// What one client that never reads may cost, counted by the server and as memory: 4 MiB that wait for it, and what holds them.
const EACH_MB = 6;
const [MANY, FEW] = [100, 10];
// A heap that has just been busy is larger by that much whoever was on it.
const HEAP_MB = 64;
const bounds = {
  peakMB: { long: MANY * EACH_MB, short: FEW * EACH_MB + HEAP_MB },
  bufferedMB: { long: MANY * EACH_MB, short: FEW * EACH_MB },
};
// A connection's worth of requests that fits into the kernel's buffers.
const PIPELINED_BYTES = 63_000;
const POLLS = '/socket.io/?EIO=4&transport=polling';

/** @param {import('../overloader.js').Overloader} h */
const count = (h) => h.many(MANY, FEW);

/** Some who are logged in, as many as 20 connections each take. @param {import('../overloader.js').Overloader} h */
async function readers(h) {
  const others = Array.from({ length: count(h) / 20 - 1 }, () => Person.enter(h.server));
  return [h.person, ...(await Promise.all(others))];
}

/** Messages as long as may be: from several people in the long form, who say as much as they may. @param {import('../overloader.js').Overloader} h */
async function shout(h) {
  const people = h.long ? await Promise.all(Array.from({ length: 6 }, () => Person.enter(h.server))) : [h.person];
  const text = emoji(2000);
  const end = performance.now() + h.many(8000, 500);
  const shoutOn = async (/** @type {Person} */ person) => {
    while (performance.now() < end) {
      const { status } = await person.say(text, freshClientId());
      if (status !== 201) await pause(100);
    }
  };
  await Promise.all(people.map(shoutOn));
}

/** @param {string} request */
const pipelined = (request) => request.repeat(Math.floor(PIPELINED_BYTES / request.length));

export const list = [
  overload(
    'connections that never read ask for pages of long messages',
    async (h) => {
      await shout(h);
      const people = await readers(h);
      for (const { cookie } of people) {
        const bytes = pipelined(h.head('GET /messages?limit=200', [`cookie: ${cookie}`]));
        await h.dialMany(count(h) / people.length, { bytes, read: false });
      }
      await h.hold(6000, 500);
    },
    bounds,
  ),

  overload(
    'connections that never read ask for what needs no login',
    async (h) => {
      const paths = ['/', '/metrics', '/config', '/web/css/messages.css', '/nothing'];
      for (const path of paths) {
        await h.dialMany(count(h) / paths.length, { bytes: pipelined(h.head(`GET ${path}`)), read: false });
      }
      await h.hold(6000, 500);
    },
    bounds,
  ),

  overload(
    'long polls that are never read',
    async (h) => {
      /** @type {((packet: string) => Promise<unknown>)[]} */
      const clients = [];
      for (const { cookie } of await readers(h)) {
        await inPools(
          Array.from({ length: Math.min(20, count(h)) }, (_, i) => i + 1),
          10,
          async () => {
            const { text } = await h.call(POLLS, { cookie });
            const path = `${POLLS}&sid=${JSON.parse(text.slice(1)).sid}`;
            const post = (/** @type {string} */ body) =>
              h.call(path, { cookie, method: 'POST', body, headers: { 'content-type': 'text/plain' } });
            await post('40');
            clients.push(post);
            const socket = await h.dial();
            socket.pause();
            socket.write(h.head(`GET ${path}`, [`cookie: ${cookie}`]));
          },
        );
      }
      await shout(h);
      // Who polls and just falls silent is online until the next ping is missed.
      await Promise.all(clients.map((post) => post('1')));
    },
    { ...bounds, wire: 'socket.io' },
  ),

  overload(
    'sockets that have not joined and never read',
    async (h) => {
      const join = { event: 'pusher:subscribe', data: { channel: 'c'.repeat(160) } };
      const asked = frame({ opcode: 1, payload: Buffer.from(JSON.stringify(join)) });
      const sockets = await h.sockets(count(h), 'stranger');
      for (const raw of sockets) {
        raw.socket.pause();
        raw.write(asked);
        raw.write(pingsOfAMegabyte);
      }
      await h.hold(6000, 500);
    },
    bounds,
  ),

  overload(
    'sockets that have joined, talk and never read',
    async (h) => {
      for (const person of await readers(h)) {
        h.person = person;
        for (const raw of await h.sockets(Math.min(20, count(h)), 'joined')) {
          raw.socket.pause();
          const said = h.wire.packet({ text: emoji(2000), clientId: freshClientId() });
          const packet = frame({ opcode: 1, payload: Buffer.from(said) });
          // The first is stored, the others are repeats, each with an answer of 8 KB.
          for (let i = 0; i < 5; i++) raw.write(packet);
          raw.write(pingsOfAMegabyte);
        }
      }
      await shout(h);
    },
    bounds,
  ),
];
