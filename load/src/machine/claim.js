import net from 'node:net';

/** @type {Set<string>} */
const claimed = new Set();

/**
 * Claims a server for this process: two load runs at once would each measure the other. The claim is an abstract socket of the kernel
 * (unix(7)), so it ends with the process.
 * @param {string} url of the server @returns {Promise<void>} @throws {Error} where another process has it
 */
export async function claim(url) {
  const { host } = new URL(url);
  if (claimed.has(host)) return;
  const server = net.createServer().unref();
  await new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error(`Another load run is at ${url}: wait for it, or end it.`)));
    server.listen(`\0chat-load-${host}`, () => resolve(null));
  });
  claimed.add(host);
}
