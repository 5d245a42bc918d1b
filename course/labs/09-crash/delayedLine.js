import net from 'node:net';

/**
 * Starts a proxy that delays each byte between clients and a server, as a long distance would. Bytes in flight are lost
 * when either end closes.
 * @param {{to: number, delayMs: number}} line to: port of the server on this machine; delayMs: each way
 * @returns {Promise<{port: number, cut: () => void, close: () => void}>} port: where clients connect; cut: ends all
 *   connections at once, in case this process hears late that the server has died
 */
export async function delayedLine({ to, delayMs }) {
  /** @type {Set<net.Socket>} */
  const ends = new Set();
  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({ port: to, host: '127.0.0.1', noDelay: true });
    carry(near, far, delayMs);
    carry(far, near, delayMs);
    for (const end of [near, far]) {
      ends.add(end);
      end.once('close', () => ends.delete(end));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    port,
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

/** @param {net.Socket} from @param {net.Socket} to @param {number} delayMs */
function carry(from, to, delayMs) {
  from.on('data', (bytes) => void setTimeout(() => !to.destroyed && to.write(bytes), delayMs));
  from.on('error', () => {});
  from.once('close', () => to.destroy());
}
