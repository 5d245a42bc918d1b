import { frame } from '../rawSocket.js';
import { overload } from '../overloadEntry.js';

const wire = 'socket.io';

export const list = [
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
