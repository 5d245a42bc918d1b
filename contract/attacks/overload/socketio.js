import { frame } from '../rawSocket.js';
import { overload } from '../overloadEntry.js';

const wire = 'socket.io';

export const list = [
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
