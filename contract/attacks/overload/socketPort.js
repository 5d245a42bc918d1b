import { overload } from '../overloadEntry.js';

const READ_BYTES = 16_384;

/**
 * Connections send as many requests as a server reads at once, and again as soon as answers come.
 * @param {import('../overloader.js').Overloader} h @param {string} path
 */
async function pipelineWithoutEnd(h, path) {
  const head = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const bytes = head.repeat(Math.floor(READ_BYTES / head.length));
  const sockets = await h.dialMany(h.many(900, 300), { url: h.socketPort, bytes });
  for (const socket of sockets) socket.on('data', () => socket.writableLength > READ_BYTES || socket.write(bytes));
  await h.hold(8000, 3000);
}

export const list = [
  overload('requests pipelined without end at the port of the sockets', async (h) => {
    await pipelineWithoutEnd(h, '/health');
  }),
  overload('requests for nothing pipelined without end at the port of the sockets', async (h) => {
    await pipelineWithoutEnd(h, '/nothing');
  }),
];
