import { frame } from '../rawSocket.js';
import { overload } from '../overloadEntry.js';

const wire = 'pusher';

export const list = [
  overload(
    'subscriptions to long names by the thousand',
    async (h) => {
      const sockets = await h.sockets(h.many(200, 30));
      for (const [i, raw] of sockets.entries()) {
        const packets = Array.from({ length: 1000 }, (_, n) => {
          const data = { channel: `${i}-${n}-`.padEnd(160, 'x') };
          return frame({ opcode: 1, payload: Buffer.from(JSON.stringify({ event: 'pusher:subscribe', data })) });
        });
        raw.write(Buffer.concat(packets));
      }
      await h.hold(5000, 1000);
    },
    { wire, peakMB: 64, restMB: 32 },
  ),
];
