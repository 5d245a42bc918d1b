import { authorize } from '../../drivers/pusherRaw.js';
import { overload } from '../overloadEntry.js';
import { frame } from '../rawSocket.js';
import { socketIdOf } from '../wires.js';

const text = (/** @type {string} */ payload) => frame({ opcode: 1, payload: Buffer.from(payload) });

/**
 * The frames by which a joined socket leaves the chat and joins it again, on the same connection.
 * @type {Record<string, (h: import('../overloader.js').Overloader, raw: import('../rawSocket.js').RawSocket) => Promise<Buffer>>}
 */
const leavingAndJoining = {
  'socket.io': async () => Buffer.concat([text('41'), text('40')]),
  pusher: async (h, raw) => {
    const { channel } = h.server.config;
    const data = { channel, ...(await authorize(h.server, h.person.cookie, await socketIdOf(raw))).json };
    return Buffer.concat([
      text(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel } })),
      text(JSON.stringify({ event: 'pusher:subscribe', data })),
    ]);
  },
};

export const list = [
  overload('members who leave and join without end', async (h) => {
    const sockets = await h.sockets(h.many(20, 5), 'joined');
    const packets = await Promise.all(sockets.map((raw) => leavingAndJoining[h.server.config.wire](h, raw)));
    for (let i = 0; i < h.many(40, 10); i++) {
      for (const [n, raw] of sockets.entries()) raw.write(Buffer.concat(Array(100).fill(packets[n])));
      await h.hold(250, 150);
    }
  }),
];
