import { Person } from '../../suite/person.js';
import { overload } from '../overloadEntry.js';
import { frame } from '../rawSocket.js';

const begin = frame({ opcode: 1, payload: Buffer.from('{'), fin: false });
const empty = frame({ opcode: 0, fin: false });

/** A message that does not end: so many bytes of fragments that hold nothing. @param {number} bytes */
const fragments = (bytes) => Buffer.concat(Array(Math.floor(bytes / empty.length)).fill(empty));

/**
 * @param {import('../overloader.js').Overloader} h @param {import('../rawSocket.js').RawSocket[]} sockets
 * @param {number} burst bytes that each may send at once @param {number} perSecond bytes after them
 */
async function fragmentsWithoutEnd(h, sockets, burst, perSecond) {
  const [first, more] = [Buffer.concat([begin, fragments(burst - begin.length)]), fragments(perSecond / 4)];
  for (const raw of sockets) raw.write(first);
  for (let i = 0; i < h.many(32, 12); i++) {
    await h.hold(250, 250);
    for (const raw of sockets) raw.write(more);
  }
}

export const list = [
  overload('fragments that hold nothing, from sockets that have not joined', async (h) => {
    const { unjoinedBytesBurst, joinSeconds } = h.server.config.limits;
    const sockets = await h.sockets(h.many(900, 300), 'stranger');
    await fragmentsWithoutEnd(h, sockets, unjoinedBytesBurst, unjoinedBytesBurst / joinSeconds);
  }),

  overload('fragments that hold nothing, from all sockets of five users', async (h) => {
    const { socketsPerUserMax, socketBytesBurst, socketBytesPerSecond } = h.server.config.limits;
    const sockets = [];
    for (let user = 0; user < h.many(5, 2); user++) {
      h.person = await Person.enter(h.server);
      sockets.push(...(await h.sockets(socketsPerUserMax, 'joined')));
    }
    await fragmentsWithoutEnd(h, sockets, socketBytesBurst, socketBytesPerSecond);
  }),
];
