import { frame } from '../rawSocket.js';
import { overload } from '../overloadEntry.js';

const wire = 'socket.io';

export const list = [
  overload(
    'pings whose answers nobody reads',
    async (h) => {
      const pings = Buffer.concat(Array.from({ length: 10_000 }, () => frame({ opcode: 9, payload: Buffer.alloc(0) })));
      const deaf = await Promise.all(Array.from({ length: h.many(100, 20) }, () => h.socket()));
      for (const { socket } of deaf) socket.pause();
      for (let round = 0; round < h.many(40, 5); round++) {
        for (const raw of deaf) if (raw.socket.writableLength < 1_000_000) raw.write(pings);
        await h.hold(100, 50);
      }
    },
    { wire },
  ),

  overload(
    'long-polling handshakes by the thousand on a few connections',
    async (h) => {
      const bytes = h.head('GET /socket.io/?EIO=4&transport=polling').repeat(h.many(1750, 250));
      await h.dialMany(16, { bytes });
      await h.hold(14_000, 1500);
    },
    { wire },
  ),

  overload(
    'thousands of joins in one write',
    async (h) => {
      const raw = await h.socket();
      const join = frame({ opcode: 1, payload: Buffer.from('40') });
      raw.write(Buffer.concat(Array.from({ length: h.many(8000, 2000) }, () => join)));
      await h.hold(5000, 1000);
    },
    { wire },
  ),
];
