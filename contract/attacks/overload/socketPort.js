import { overload } from '../overloadEntry.js';

const READ_BYTES = 16_384;

/** As many requests as a server reads at once, again as soon as answers come. @param {import('../overloader.js').Overloader} h @param {string} head */
async function pipelineWithoutEnd(h, head, count) {
  const bytes = head.repeat(Math.floor(READ_BYTES / head.length));
  const sockets = await h.dialMany(count, { url: h.socketPort, bytes });
  for (const socket of sockets) socket.on('data', () => socket.writableLength > READ_BYTES || socket.write(bytes));
  await h.hold(8000, 3000);
}

export const list = [
  overload('requests pipelined without end at the port of the sockets', async (h) => {
    await pipelineWithoutEnd(h, `GET /health HTTP/1.1\r\nhost: x\r\n\r\n`, h.many(900, 300));
  }),
  overload('requests for nothing pipelined without end at the port of the sockets', async (h) => {
    await pipelineWithoutEnd(h, `GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n`, h.many(900, 300));
  }),
];
